import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../migrations')

export interface Migration {
  /** Of its file. */
  name: string
  text: string
  /** SHA-256 of the text, in hexadecimal digits. */
  hash: string
}

/** The hash that stays the same where a checkout writes line ends of another kind. */
function hashOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}

/** The migrations of these sources, in the order in which they are applied. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, hash: hashOf(text) }
    }),
  )
}
