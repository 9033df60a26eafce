import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

interface Exception {
  advisory: string
  reason?: string
  until?: string
}

type Faults = (report: object, exceptions: readonly Exception[], today: string) => string[]

const script = join(import.meta.dirname, '../../../../scripts/check/audit-report.mjs')
const { auditFaults } = (await import(pathToFileURL(script).href)) as { auditFaults: Faults }

const advisory = (id: string, severity: string) => ({
  source: 1,
  name: 'left-pad',
  title: 'Pads without end',
  severity,
  range: '<2.0.0',
  url: `https://github.com/advisories/${id}`,
})

/** A report as `npm audit --json` writes it: what depends on a weak package names it by a word. */
const report = {
  vulnerabilities: {
    'left-pad': { via: [advisory('GHSA-grave', 'high'), advisory('GHSA-small', 'moderate')] },
    pads: { via: ['left-pad', advisory('GHSA-grave', 'high')] },
  },
}
const excused = { advisory: 'GHSA-grave', reason: 'Nothing of ours is padded.', until: '2027-01-31' }

it('fails for what is grave, once, and not for what is small', () => {
  expect(auditFaults(report, [], '2026-12-01')).toEqual([
    'left-pad <2.0.0: Pads without end (high, https://github.com/advisories/GHSA-grave)',
  ])
  expect(auditFaults({ vulnerabilities: {} }, [], '2026-12-01')).toEqual([])
})

it('excuses what is known, with a reason and until a day, and no longer than it is there', () => {
  expect(auditFaults(report, [excused], '2026-12-01')).toEqual([])
  expect(auditFaults(report, [excused], '2027-02-01')).toEqual([expect.stringContaining('look at it again')])
  expect(auditFaults(report, [{ advisory: 'GHSA-grave' }], '2026-12-01')).toEqual([
    expect.stringContaining('needs a reason'),
  ])
  expect(auditFaults({ vulnerabilities: {} }, [excused], '2026-12-01')).toEqual([
    expect.stringContaining('take it out'),
  ])
})
