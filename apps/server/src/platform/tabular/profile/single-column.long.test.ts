import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSingleColumn } from './single-column.fixture.ts'

it('reads a single column of 1 GB in little memory', async () => {
  const path = join(tmpdir(), `steward-single-long-${process.pid}.csv`)
  expect(await readSingleColumn(path, 1024 ** 3)).toBeLessThan(16)
}, 600_000)
