import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../../..')

/** The source files of the server, without tests. */
export async function productFiles(): Promise<string[]> {
  const source = join(root, 'apps/server/src')
  const names = await readdir(source, { recursive: true })
  const ofProduct = names.filter((name) => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name))
  return ofProduct.map((name) => join(source, name))
}
