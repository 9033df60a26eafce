import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

// `npm run fresh` has many more, one at a time.
test('a copy starts in a private folder with an odd name, and again offline and read-only', async () => {
  const program = join(root, 'scripts/fresh.mjs')
  const started = promisify(execFile)(process.execPath, [
    program,
    'settings',
    'port',
    'read-only',
    'together',
  ])
  // When a case fails, the table says which and why.
  const { stdout } = await started.catch((fault: { stdout: string }) => fault)
  expect(stdout).toContain('4 ok, 0 failed, 0 skipped')
}, 300_000)
