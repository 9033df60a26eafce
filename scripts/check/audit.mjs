// Known weaknesses of the packages that run in production, according to the registry. High and critical
// ones fail the check, unless audit-exceptions.json says why one does not matter here, and until when.
// Where the registry tells nothing, as mirrors and machines without a network do, that is said and is no
// fault: the check cannot know.
import { readFileSync } from 'node:fs'
import { at } from '../lib/root.mjs'
import { capture } from '../lib/run.mjs'
import { advisoriesIn, auditFaults } from './audit-report.mjs'

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
/** The report, or why there is none. */
async function readReport() {
  const { stdout } = await capture(npm, ['audit', '--omit=dev', '--json', '--loglevel=silent'])
  try {
    const report = JSON.parse(stdout)
    if (report.vulnerabilities) return { report }
    return { missing: report.message ?? report.error?.summary ?? 'no report' }
  } catch {
    return { missing: 'no report' }
  }
}

/** Resolves with `{ ok, output, summary }`. */
export async function checkAudit() {
  const { report, missing } = await readReport()
  if (!report) {
    return {
      ok: true,
      summary: `not known: the registry does not tell (${missing.slice(0, 120)})`,
      output: '',
    }
  }
  const exceptions = JSON.parse(readFileSync(at('scripts/check/audit-exceptions.json'), 'utf8'))
  const faults = auditFaults(report, exceptions, new Date().toISOString().slice(0, 10))
  const { dependencies } = report.metadata ?? {}
  const summary = `${dependencies?.prod ?? 'all'} packages; ${advisoriesIn(report).length} known weaknesses, ${exceptions.length} excused`
  return { ok: faults.length === 0, summary, output: faults.join('\n') }
}
