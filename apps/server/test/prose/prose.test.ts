import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { planted, sound, type PlantedText } from './planted.ts'

const lint = join(import.meta.dirname, '../../../../scripts/check/prose/lint-texts.mjs')

interface Report {
  sources: string[]
  findings: { source: string; message: string }[][]
}

/** Lints texts in another process, because the checks are JavaScript without types. */
async function report(texts: readonly Omit<PlantedText, 'found'>[], quoted: string[] = []): Promise<Report> {
  const { stdout } = await promisify(execFile)(process.execPath, [lint, JSON.stringify({ texts, quoted })])
  return JSON.parse(stdout) as Report
}

describe('planted violations', () => {
  let found: Report

  beforeAll(async () => {
    found = await report(planted)
  })

  test.each(planted.map((one, at) => ({ ...one, at })))('"$found" is reported', ({ found: words, at }) => {
    expect(found.findings[at]?.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`"${words}":`),
    )
  })

  test('every pattern has a violation that it catches', () => {
    const caught = new Set(found.findings.flat().map(({ source }) => source))
    expect(found.sources.filter((source) => !caught.has(source))).toEqual([])
  })
})

test('sound texts, code, and strings of tests are not reported', async () => {
  expect((await report(sound)).findings.flat()).toEqual([])
})

test('texts of the specification stay as they are', async () => {
  const text = 'Nobody has this code.'
  const file = { file: 'apps/web/src/planted.ts', text: `export const text = '${text}'` }
  expect((await report([file])).findings.flat()).toHaveLength(1)
  expect((await report([file], [text])).findings.flat()).toEqual([])
})
