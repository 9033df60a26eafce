import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startAnother } from './another-process.ts'
import { startTestApp } from './harness.ts'

it('gives each application a data folder of its own, which its other processes share and which goes with it', async () => {
  const [one, other] = [await startTestApp(), await startTestApp()]
  const folderOf = (test: typeof one) => test.application.platform.config.dataDir
  const folder = folderOf(one)
  const second = await startAnother(one)
  expect(second.platform.config.dataDir).toBe(folder)
  await second.close()
  expect(folderOf(other)).not.toBe(folder)
  await mkdir(join(folder, 'exports'), { recursive: true })
  await writeFile(join(folder, 'exports', 'left.csv'), 'Name')
  await one.stop()
  await other.stop()
  expect([folder, folderOf(other)].filter((path) => existsSync(path))).toEqual([])
})
