import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { longestStall, longestTurn } from '../../../test/longest-turn.ts'
import { createParserPool } from '../../platform/parsing/parser-pool.ts'
import { TableError } from '../../platform/tabular/index.ts'
import { detectFile } from './sheet.source.ts'

const parsers = createParserPool()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-sheet-'))
})
afterAll(async () => {
  await parsers.close()
  await rm(folder, { recursive: true })
})

const hostile: Record<string, string> = {
  'nothing but line ends': '\n'.repeat(5_000_000),
  'nothing but quotes': '"'.repeat(5_000_000),
  'rows of remarks': '#\n'.repeat(2_000_000),
  'one cell of 10 MB': `a,b\n${'x'.repeat(10_000_000)},y\n`,
  'cells of a hundred thousand digits': `a;b\n${`${'1,'.repeat(50_000)};2\n`.repeat(50)}`,
}

it.each(Object.entries(hostile))(
  'looks at a file of %s without holding up the process',
  async (name, text) => {
    const path = join(folder, `${name}.csv`)
    await writeFile(path, text)
    const turn = await longestTurn(async () => {
      await detectFile(parsers, path, `${name}.csv`).catch((error: unknown) => {
        expect(error).toBeInstanceOf(TableError)
      })
    })
    expect(turn.cpu).toBeLessThan(longestStall)
  },
)
