import type { AuditEntry } from '@steward/contracts/audit'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import type { AuditInput } from './index.ts'

const minute = 60_000
const origin = {
  address: '203.0.113.9',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
}
const system = { kind: 'system' } as const

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await test.as('administrator')
})
afterAll(() => test.stop())

const dbOf = () => test.application.platform.database.tenant(test.tenantId)

async function write(input: AuditInput): Promise<void> {
  await transact(dbOf(), (tx) => test.application.modules.audit.write(tx, test.tenantId, input))
}

async function find(query: string, client = admin): Promise<AuditEntry[]> {
  const { status, body } = await client.get(`audit?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

const summariesOf = (entries: AuditEntry[]): string[] => entries.map(({ summary }) => summary)

describe('an entry', () => {
  it('tells who did what to whom, from where', async () => {
    await write({
      action: 'user.role_changed',
      summary: 'Role of Amara Osei changed from Viewer to Manager',
      actor: { ...admin.actor, origin },
      subject: { kind: 'user', id: 12, name: 'Amara Osei' },
      details: { from: 4, to: 2 },
    })
    const [entry] = await find('action=user.role_changed')
    expect(entry).toEqual({
      auditId: expect.any(Number),
      at: expect.any(String),
      action: 'user.role_changed',
      outcome: 'done',
      summary: 'Role of Amara Osei changed from Viewer to Manager',
      actorKind: 'user',
      actorId: admin.actor.userId,
      actorName: expect.stringMatching(/./),
      subjectKind: 'user',
      subjectId: '12',
      subjectName: 'Amara Osei',
      address: '203.0.113.9',
      device: 'Firefox on Windows',
      details: { from: 4, to: 2 },
    })
  })

  it('is of the system, of a token, or of somebody who is not logged in', async () => {
    await write({ action: 'kind.system', summary: 'By itself', actor: system })
    await write({
      action: 'kind.token',
      summary: 'By a token',
      actor: { ...admin.actor, via: { kind: 'apiToken', id: 7, name: 'Export' } },
    })
    await write({
      action: 'kind.anonymous',
      outcome: 'refused',
      summary: 'Wrong password',
      actor: { kind: 'anonymous', name: 'who\u0000ever\ud800', origin },
      details: { typed: 'a\u0000b' },
    })
    expect(await find('action=kind')).toEqual([
      expect.objectContaining({
        actorKind: 'anonymous',
        actorId: null,
        actorName: 'whoever\ufffd',
        outcome: 'refused',
        address: '203.0.113.9',
        details: { typed: 'ab' },
      }),
      expect.objectContaining({
        actorKind: 'api-token',
        actorId: admin.actor.userId,
        details: { apiTokenId: 7, apiToken: 'Export' },
      }),
      expect.objectContaining({ actorKind: 'system', actorId: null, actorName: 'Steward', device: null }),
    ])
  })

  it('is there only when the act was done', async () => {
    const failing = transact(dbOf(), async (tx) => {
      await test.application.modules.audit.write(tx, test.tenantId, {
        action: 'act.undone',
        summary: 'Not done',
        actor: system,
      })
      throw new Error('after all not')
    })
    await expect(failing).rejects.toThrow('after all not')
    expect(await find('action=act.undone')).toEqual([])
  })

  it('keeps the name that its actor had', async () => {
    const other = await startTestApp()
    try {
      const { actor, get } = await other.as('administrator')
      const { audit } = other.application.modules
      const db = other.application.platform.database.tenant(other.tenantId)
      audit.registerNames(async () => 'Amara Osei')
      await audit.write(db, other.tenantId, { action: 'name.kept', summary: 'First', actor })
      audit.registerNames(async () => 'Amara Bello')
      await audit.write(db, other.tenantId, { action: 'name.kept', summary: 'Second', actor })
      const { body } = await get('audit?action=name.kept')
      expect(body.data.map((entry: AuditEntry) => entry.actorName)).toEqual(['Amara Bello', 'Amara Osei'])
    } finally {
      await other.stop()
    }
  })

  it('is final, for the application and for the owner of the database', async () => {
    await write({ action: 'final.entry', summary: 'Stays', actor: system })
    const { anonymous, owner } = test.application.platform.database
    const changes = [
      `update audit_entry set summary = 'Changed'`,
      'delete from audit_entry',
      'truncate audit_entry',
    ]
    for (const change of changes) {
      await expect(anonymous.query(change), change).rejects.toThrow('permission denied')
      await expect(owner.query(change), change).rejects.toThrow('only ever added to')
    }
    expect(summariesOf(await find('action=final.entry'))).toEqual(['Stays'])
  })
})

describe('GET /audit', () => {
  it('finds by day, actor, action or its noun, outcome and part of a text', async () => {
    const { actor } = await test.as('manager')
    await write({
      action: 'thing.made',
      summary: 'Made 100% of_it',
      actor: { ...actor, origin: { address: '198.51.100.77', userAgent: null } },
      subject: { kind: 'thing', id: 1, name: 'The Thing' },
    })
    await write({ action: 'thing.broken', outcome: 'refused', summary: 'Broke it', actor })
    await write({ action: 'things.made', summary: 'Made others', actor: system })
    const today = test.clock.now().toISOString().slice(0, 10)
    const expected: [string, string[]][] = [
      ['action=thing', ['Broke it', 'Made 100% of_it']],
      ['action=thing.made', ['Made 100% of_it']],
      ['action=thing&outcome=refused', ['Broke it']],
      [`action=thing&actorId=${actor.userId}`, ['Broke it', 'Made 100% of_it']],
      [`action=thing&actorId=${admin.actor.userId}`, []],
      ['query=100%25%20OF_', ['Made 100% of_it']],
      ['query=198.51.100', ['Made 100% of_it']],
      ['query=the%20thing', ['Made 100% of_it']],
      [`action=thing&from=${today}&to=${today}`, ['Broke it', 'Made 100% of_it']],
      ['action=thing&to=2020-01-01', []],
      ['action=thing&from=2999-01-01', []],
    ]
    for (const [query, summaries] of expected)
      expect(summariesOf(await find(query)), query).toEqual(summaries)
  })

  it('goes on page by page, newest first, and tells which actions occur', async () => {
    for (let at = 1; at <= 5; at += 1) {
      await write({ action: 'page.turned', summary: String(at), actor: system })
    }
    const pages: string[][] = []
    for (let before: number | null | undefined; before !== null;) {
      const { body } = await admin.get(
        `audit?action=page&pageSize=2${before === undefined ? '' : `&before=${before}`}`,
      )
      pages.push(summariesOf(body.data))
      before = body.next
      expect(body.actions).toEqual([...body.actions].toSorted())
      expect(body.actions).toEqual(expect.arrayContaining(['page.turned', 'audit.read']))
      expect(new Set(body.actions).size).toBe(body.actions.length)
    }
    expect(pages).toEqual([['5', '4'], ['3', '2'], ['1']])
  })

  it('is written to the log itself, once in ten minutes for each user', async () => {
    const reader = await test.newUser('administrator')
    const readings = () => find(`action=audit.read&actorId=${reader.actor.userId}`)
    await reader.get('audit')
    await reader.get('audit')
    expect(await readings()).toHaveLength(1)
    test.clock.advance(10 * minute)
    await reader.get('audit')
    expect(await readings()).toHaveLength(2)
  })

  it('is for those who administer, and for their own tenant', async () => {
    expect((await (await test.as('manager')).get('audit')).status).toBe(403)
    expect((await (await test.as('manager')).get('audit/export')).status).toBe(403)
    const ours = new Set((await find('pageSize=200')).map(({ auditId }) => auditId))
    const theirs = await find('pageSize=200', await test.foreigner())
    expect(theirs.length).toBeGreaterThan(0)
    expect(theirs.filter(({ auditId }) => ours.has(auditId))).toEqual([])
  })

  it.each(['from=yesterday', 'to=2026-13-01', 'actorId=x', 'before=0', 'outcome=maybe', 'pageSize=201'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await admin.get(`audit?${query}`)
      expect(status).toBe(400)
      expect(Object.keys(body.fields)).toEqual([query.split('=')[0]])
    },
  )
})

describe('GET /audit/export', () => {
  it('gives every entry that the filter finds, safe to open in a spreadsheet', async () => {
    const { owner } = test.application.platform.database
    await owner.query(
      `insert into audit_entry (tenant_id, at, action, outcome, summary, actor_kind, actor_name)
       select $1, now(), 'many.entries', 'done', 'Number ' || n, 'system', 'Steward' from generate_series(1, 2500) n`,
      [test.tenantId],
    )
    await write({
      action: 'many.formula',
      summary: '=HYPERLINK("http://example.com";"x")',
      actor: { kind: 'anonymous', name: '+cmd', origin: { address: null, userAgent: '@x' } },
    })
    const { status, headers, body } = await admin.get('audit/export?action=many')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="steward-audit-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.csv"$/,
    )
    const rows: Record<string, string>[] = parse(body, { columns: true })
    expect(rows).toHaveLength(2501)
    expect(rows[0]).toMatchObject({
      Action: 'many.formula',
      Summary: `'=HYPERLINK("http://example.com";"x")`,
      Actor: `'+cmd`,
      'User agent': `'@x`,
      Address: '',
      Details: '{}',
    })
    expect(rows[1]).toMatchObject({ Summary: 'Number 2500', 'Actor kind': 'system' })
    expect(new Set(rows.map((row) => row['Number'])).size).toBe(2501)
    expect(await find('action=audit.exported&pageSize=1')).toEqual([
      expect.objectContaining({ actorId: admin.actor.userId, details: { filter: { action: 'many' } } }),
    ])
  })

  it('refuses a filter that the database cannot take, before it begins', async () => {
    const { status, body } = await admin.get('audit/export?query=%00')
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual(['query'])
  })
})
