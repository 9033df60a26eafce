import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formulaFunctions, signatureOf } from '../src/index.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const rows = readme
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test.each(formulaFunctions.map((one) => [one.name, one]))('the page describes %s', (_, one) => {
  const row = rows.find(([, written]) => written === `\`${signatureOf(one)}\``)
  expect(row?.slice(2, 4)).toEqual([one.says, `\`${one.example}\``])
})
