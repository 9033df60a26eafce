import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { byLength } from '../apps/server/test/length.ts'
import type { Line } from '../bench/line.ts'

// A taste of `npm run bench`: that it measures, not what. A shared machine would only measure its neighbors.
test('the bench measures beside its floors, and prints its table', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steward-bench-test-'))
  try {
    const json = join(folder, 'bench.json')
    const only = byLength('^read one record', '^page of .* accounts|^read one record|^import')
    const options = ['--scale', '0.001', '--seconds', byLength('0.1', '0.3'), '--only', only, '--json', json]
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(import.meta.dirname, '../bench/main.ts'),
      ...options,
    ])
    const { lines } = JSON.parse(await readFile(json, 'utf8')) as { lines: Line[] }
    const works = lines.map(({ work }) => work)
    expect(works).toEqual(
      expect.arrayContaining([
        'read one record, permission checked',
        ...byLength(
          [],
          [
            expect.stringMatching(/^import of 1000 accounts/),
            'page of 100 accounts, 50 × 15, total and stage counts',
          ],
        ),
      ]),
    )
    for (const { work, steward, counts } of lines) {
      expect(steward, work).toBeGreaterThan(0)
      expect(counts, work).toBeGreaterThan(0)
      expect(stdout).toContain(work)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
