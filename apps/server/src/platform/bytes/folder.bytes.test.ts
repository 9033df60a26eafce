import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { folderBytes } from './folder.bytes.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-bytes-'))
  await writeFile(join(folder, 'outside'), 'kept')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('keeps bytes in the folder of their tenant', async () => {
  const bytes = folderBytes(join(folder, 'exports'))
  const named = { tenantId: 3, key: 'some/12', size: 5 }
  await bytes.write(named, Readable.from([Buffer.from('bytes')]))
  expect(await readdir(join(folder, 'exports'), { recursive: true })).toContain(join('3', 'some', '12'))
  const found = await bytes.open(named)
  expect(found && (await text(found))).toBe('bytes')
  await bytes.remove(named)
  expect(await bytes.open(named)).toBeUndefined()
})

const strange = [
  '',
  '/a',
  'a/',
  'a//b',
  '.',
  'a/./b',
  '..',
  '../../outside',
  'a/../../../outside',
  'a\\b',
  'a\0b',
]

it.each(strange)('refuses a key that is not plain: %j', async (key) => {
  const bytes = folderBytes(join(folder, 'uploads'))
  const named = { tenantId: 3, key, size: 4 }
  await expect(bytes.write(named, Readable.from([Buffer.from('evil')]))).rejects.toThrow('no key of bytes')
  await expect(bytes.open(named)).rejects.toThrow('no key of bytes')
  await expect(bytes.remove(named)).rejects.toThrow('no key of bytes')
  expect(await readdir(folder)).not.toContain('uploads')
  expect(await readdir(folder)).toContain('outside')
})
