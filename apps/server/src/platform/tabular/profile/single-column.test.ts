import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSingleColumn } from './single-column.fixture.ts'

const megabytes = 24

it(`reads a single column of ${megabytes} MB in little memory`, async () => {
  const path = join(tmpdir(), `steward-single-${process.pid}.csv`)
  expect(await readSingleColumn(path, megabytes * 1024 ** 2)).toBeLessThan(16)
}, 60_000)
