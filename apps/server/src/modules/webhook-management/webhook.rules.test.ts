import { describe, expect, it } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { happeningsOf } from './webhook.happening.rules.ts'
import { batchIdOf } from './webhook.dispatch.ts'
import { bodyOf, eventIdOf, grouped, payloadOf, type Occurrence } from './webhook.payload.rules.ts'
import { isTimeout, isUnsent, readRetryAfter, resultOf } from './webhook.response.rules.ts'

const update = (after: Record<string, unknown>, before: Record<string, unknown> = {}) =>
  happeningsOf({ kind: 2, before, after }, () => true)

describe('what happened to a record', () => {
  it.each([
    [{ name: 'New' }, ['updated']],
    [{ archived: true }, ['archived']],
    [{ archived: false }, ['restored']],
    [{ churned: true, churnDate: '2026-01-01', churnReason: 2 }, ['churned']],
    [{ churned: false }, []],
    [{ stageId: 4 }, ['updated', 'stage_changed']],
    [{ owners: [2] }, ['updated', 'owner_changed']],
    [{ health: 3 }, ['updated', 'health_changed']],
  ])('of the change %j is %j', (after, happenings) => {
    expect(update(after)).toEqual(happenings)
  })

  it('tells of a new color alone, and of new records but not of those that are gone', () => {
    expect(happeningsOf({ kind: 2, before: {}, after: { health: 3 } }, () => false)).toEqual(['updated'])
    expect(happeningsOf({ kind: 1, before: {}, after: {} }, () => true)).toEqual(['created'])
    expect(happeningsOf({ kind: 3, before: { name: 'A' }, after: {} }, () => true)).toEqual([])
  })
})

function occurrence(about: string): Occurrence {
  const record = {
    accountId: 1,
    level: 2,
    version: 4,
    globalFields: { name: 'Acme', about },
    customFields: { arr: 5 },
  }
  const changes = { about: { before: null, after: about }, name: { before: 'A', after: 'Acme' } }
  const data = { record, changes, actor: null, changeSet: 9, version: 4 } as unknown as Occurrence['data']
  const eventId = eventIdOf(1, 9, 1, 'account.updated')
  return { eventId, type: 'account.updated', at: new Date(0), changeSetId: 9, recordId: 1, data }
}

const whole = { includedFields: null, isThin: false, isAlone: false }

describe('the payload of an event', () => {
  it('names the event, the record, what changed and who changed it', () => {
    expect(JSON.parse(payloadOf(occurrence('Makes anvils'), whole))).toEqual({
      id: 'evt_1_9_1_account_updated',
      type: 'account.updated',
      timestamp: '1970-01-01T00:00:00.000Z',
      data: occurrence('Makes anvils').data,
    })
  })

  it('has the included fields alone, also among the changes', () => {
    const { data } = JSON.parse(
      payloadOf(occurrence('Secret'), { ...whole, includedFields: ['name', 'arr'] }),
    )
    expect(data.record).toMatchObject({
      accountId: 1,
      globalFields: { name: 'Acme' },
      customFields: { arr: 5 },
    })
    expect(Object.keys(data.changes)).toEqual(['name'])
    expect(JSON.stringify(data)).not.toContain('Secret')
  })

  it('has only ids and the names of what changed where it is thin', () => {
    const { data } = JSON.parse(payloadOf(occurrence('Secret'), { ...whole, isThin: true }))
    expect(data).toEqual({
      record: { accountId: 1, level: 2, version: 4 },
      changedFields: ['about', 'name'],
      actor: null,
      changeSet: 9,
      version: 4,
    })
  })

  it('cuts long texts rather than fail', () => {
    const text = payloadOf(occurrence('a'.repeat(1_000_000)), whole)
    expect(Buffer.byteLength(text)).toBeLessThan(20_000)
    const { data } = JSON.parse(text)
    expect(data).toMatchObject({ truncated: true, version: 4 })
    expect(data.record.globalFields.about).toMatch(/^a+…$/)
  })
})

const sizes = (count: number, bytes: number) =>
  grouped(Array.from({ length: count }, () => ({ bytes }))).map(({ length }) => length)

describe('the body of a call', () => {
  it('is that of its event, or has several in a batch', () => {
    const one = '{"id":"a","data":{}}'
    const form = { timestamp: '2026-01-01T00:00:00.000Z', isReplay: false }
    expect(bodyOf([one], { ...form, isBatch: false })).toBe(one)
    expect(JSON.parse(bodyOf([one], { ...form, isBatch: false, isReplay: true }))).toEqual({
      id: 'a',
      data: {},
      replayed: true,
    })
    expect(JSON.parse(bodyOf([one, one], { ...form, isBatch: true }))).toEqual({
      type: 'batch',
      timestamp: form.timestamp,
      data: [JSON.parse(one), JSON.parse(one)],
    })
  })

  it('has at most 100 events and 256 kB', () => {
    expect(sizes(250, 100)).toEqual([100, 100, 50])
    expect(sizes(30, 20_000)).toEqual([12, 12, 6])
    expect(sizes(2, 300_000)).toEqual([1, 1])
  })

  it('of the same events has the same id', () => {
    expect(batchIdOf(['a', 'b'])).toBe(batchIdOf(['a', 'b']))
    expect(batchIdOf(['a', 'b'])).not.toBe(batchIdOf(['a']))
    expect(batchIdOf(['a', 'b'])).toMatch(/^bat_[0-9a-f]{32}$/)
  })
})

const failed = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

describe('an answer', () => {
  it.each([
    [204, 'Success'],
    [302, 'Unknown'],
    [410, 'Client Error'],
    [503, 'Server Error'],
  ])('with the status %i is %s', (status, result) => {
    expect(resultOf(status)).toBe(result)
  })

  it.each([
    ['120', 120_000],
    ['Wed, 25 Nov 2026 12:10:00 GMT', 600_000],
    ['999999', 86_400_000],
    ['Wed, 25 Nov 2020 12:10:00 GMT', undefined],
    ['-5', undefined],
    ['soon', undefined],
    [undefined, undefined],
  ])('that asks to wait for %s is waited for %s ms', (header, wait) => {
    expect(readRetryAfter(header, new Date('2026-11-25T12:00:00Z'))).toBe(wait)
  })

  it('is lost only where the call may have arrived', () => {
    expect(isUnsent(failed('ECONNREFUSED'))).toBe(true)
    expect(isUnsent(failed('CERT_HAS_EXPIRED'))).toBe(true)
    expect(isUnsent(failed('ECONNRESET'))).toBe(false)
    expect(isTimeout(failed('UND_ERR_HEADERS_TIMEOUT'))).toBe(true)
    expect(isTimeout(failed('ECONNRESET'))).toBe(false)
  })
})

it('signs as the published example of Standard Webhooks is signed', () => {
  const webhook = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  const signature = webhook.sign(
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    new Date(1614265330_000),
    '{"test": 2432232314}',
  )
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})
