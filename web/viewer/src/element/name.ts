// SPDX-License-Identifier: MIT
/** The name of the file at an address. */
export function nameOf(url: string): string {
  const last = new URL(url, document.baseURI).pathname.split('/').pop() ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
