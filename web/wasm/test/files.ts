// SPDX-License-Identifier: MIT
// The files that the tests read, and the native command that they are compared with.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The native command, with all codecs. */
export const command = process.env['REEL_COMMAND'] ?? join(root, 'build/release/cli/reel')

const corpus = process.env['REEL_CORPUS'] ?? join(root, '../shared')

function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).isFile())
    .sort()
}

function kind(name: 'golden' | 'bad'): string[] {
  const families = join(root, 'tests/formats')
  return readdirSync(families).flatMap((family) => {
    const folder = join(families, family, name)
    return existsSync(folder) ? below(folder) : []
  })
}

export const goldenFiles = kind('golden')
export const badFiles = kind('bad')

/** Real replays, where there are some. */
export function corpusFiles(): string[] {
  const samples = join(corpus, 'samples')
  return existsSync(samples) ? below(samples).filter((path) => !path.endsWith('.tsv')) : []
}

export function golden(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(root, 'tests/formats', name)))
}

/** What the native command prints, or null if it cannot read the file at all. */
export function native(...args: string[]): string | null {
  try {
    return execFileSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] })
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string }
    return status === 3 && stdout === '' ? null : stdout
  }
}
