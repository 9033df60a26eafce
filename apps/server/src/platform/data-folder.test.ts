import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDataFolder } from './data-folder.ts'

let place: string

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'steward-data-folder-'))
})
afterAll(() => rm(place, { recursive: true }))

it('is made for its owner alone, with the folders above it, and is there already the next time', async () => {
  const folder = join(place, 'above/data')
  await makeDataFolder(folder)
  await makeDataFolder(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

it('cannot be a file, nor lie where nothing can be made', async () => {
  const file = join(place, 'file')
  await writeFile(file, '')
  await expect(makeDataFolder(file)).rejects.toThrow(/^DATA_DIR: .* is a file, and no folder/)
  await expect(makeDataFolder('/proc/nothing/data')).rejects.toThrow(/^DATA_DIR: .*Name a folder/)
})
