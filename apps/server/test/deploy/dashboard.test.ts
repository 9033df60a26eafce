import { recordChanged } from '@steward/contracts/event/record.event'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { startTestApp, type TestApp } from '../harness.ts'

const deploy = join(import.meta.dirname, '../../../../deploy')

interface Panel {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}

const dashboard = JSON.parse(await readFile(join(deploy, 'grafana/steward.json'), 'utf8')) as {
  panels: Panel[]
  templating: { list: { name: string }[] }
}
const { groups } = parse(await readFile(join(deploy, 'prometheus/alerts.yaml'), 'utf8')) as {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
}
const rules = groups.flatMap((group) => group.rules)

/** What an expression asks of: metrics with the labels that it names. Throws where it is not one. */
function asked(expr: string): { metric: string; labels: string[] }[] {
  // Grafana puts these in.
  const text = expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$\{?\w+\}?/g, 'x')
  const found: { metric: string; labels: string[] }[] = []
  parser.parse(text).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`Not an expression at ${node.from}: ${text}`)
      if (node.name !== 'VectorSelector') return
      const selector = text.slice(node.from, node.to)
      const metric = /^\w+/.exec(selector)?.[0] ?? ''
      found.push({
        metric,
        labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label as string),
      })
    },
  })
  return found
}

const expressions = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
]

describe('the dashboard and the alerts', () => {
  let app: TestApp
  const samples = new Map<string, Set<string>>()

  beforeAll(async () => {
    app = await startTestApp({ OPERATIONS_PORT: '0' })
    const { owner } = app.application.platform.database
    const port = await app.application.openOperations()
    await owner.query(`select graphile_worker.add_job('message:tidy', '{}')`)
    await owner.query(
      `select graphile_worker.add_job('file:tidy', '{}', run_at => now() + interval '1 hour')`,
    )
    await owner.query(
      `insert into event (tenant_id, type, version, payload) values ($1, 'record.changed', 1, $2)`,
      [app.tenantId, JSON.stringify(recordChanged.example)],
    )
    await app.application.startWorker()
    await (await app.as('viewer')).get('user-management/users')
    const wanted = [
      'steward_job_duration_seconds_count',
      'steward_events_told_total',
      'steward_nodejs_gc_duration_seconds_sum',
    ]
    await vi.waitFor(
      async () => {
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
        for (const [, metric = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
          const known = samples.get(metric) ?? new Set()
          for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
          samples.set(metric, known)
        }
        expect(wanted.filter((name) => !text.includes(`\n${name}`))).toEqual([])
      },
      { timeout: 20_000, interval: 500 },
    )
  })
  afterAll(() => app.stop())

  it.each(expressions)('%s asks for what is measured', (_name, expr) => {
    const all = asked(expr)
    expect(all).not.toEqual([])
    for (const { metric, labels } of all) {
      expect([...samples.keys()], expr).toContain(metric)
      // Prometheus adds these itself.
      const own = labels.filter((label) => !['job', 'instance'].includes(label))
      expect([...(samples.get(metric) ?? [])], metric).toEqual(expect.arrayContaining(own))
    }
  })
})

describe('the dashboard', () => {
  it('has panels that lie beside each other', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    const taken = new Map<string, string>()
    for (const { title, gridPos } of dashboard.panels) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.get(`${x} ${y}`), title).toBeUndefined()
          taken.set(`${x} ${y}`, title)
        }
    }
  })

  it('uses variables that it has', () => {
    const names = [...JSON.stringify(dashboard.panels).matchAll(/\$\{?(\w+)/g)].map(([, name]) => name)
    const known = ['__rate_interval', ...dashboard.templating.list.map(({ name }) => name)]
    expect(known).toEqual(expect.arrayContaining([...new Set(names)]))
  })
})

it('says in the documentation what to do for each alert', async () => {
  const page = await readFile(join(deploy, '../docs/operate/observability.md'), 'utf8')
  for (const { alert } of rules) expect(page).toContain(alert)
})
