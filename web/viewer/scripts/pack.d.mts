// SPDX-License-Identifier: MIT
export function pack(packer: Uint8Array, bytes: Uint8Array): Promise<Buffer>
