import { expect, it } from 'vitest'
import type { Tx } from '../../platform/db/database.ts'
import { dispatch } from './webhook.dispatch.ts'
import type { Occurrence } from './webhook.payload.rules.ts'

/** A transaction that keeps what it is asked, and gives each payload a number. */
function recordingTx() {
  const stored: string[][] = []
  const enqueued: string[][] = []
  let messageId = 0
  const tx: Tx = {
    connect: null,
    run: async (text, values) => {
      if (text.startsWith('/*outbox.enqueue*/')) enqueued.push(values[4] as string[])
      if (!text.startsWith('/*webhook_message.keep*/')) return { rows: [] } as never
      const [, eventIds, variants, , , lines] = values as [
        number,
        string[],
        string[],
        unknown,
        unknown,
        string,
      ]
      const payloads = lines.split('\n')
      stored.push(payloads)
      const rows = eventIds.map((eventId, nth) => {
        messageId += 1
        return { messageId, eventId, variant: variants[nth], bytes: payloads[nth]?.length }
      })
      return { rows } as never
    },
  }
  return { tx, stored, enqueued }
}

function occurrenceOf(recordId: number, about: string): Occurrence {
  const record = { accountId: recordId, level: 2, version: 2, globalFields: { about }, customFields: {} }
  const data = { record, changes: {}, actor: null, changeSet: 1, version: 2 }
  const eventId = `evt_${recordId}`
  const [type, at] = ['account.updated', new Date(0)]
  return { eventId, type, at, changeSetId: 1, recordId, data } as unknown as Occurrence
}

const webhook = {
  webhookId: 1,
  events: ['account.updated'],
  batches: true,
  ordered: false,
  thin: false,
  includedFields: null,
  conditionLevel: null,
}

it('stores the payloads of a batch in parts, between which calls have their turn, and sends it as one call', async () => {
  const { tx, stored, enqueued } = recordingTx()
  const longest = 3000
  const occurrences = Array.from({ length: 80 }, (_, nth) => occurrenceOf(nth + 1, 'a'.repeat(longest - 300)))
  const admitted = new Map([[1, undefined]])
  const calls = await dispatch(tx, 7, { webhooks: [webhook], admitted, occurrences, now: new Date(0) })
  expect(calls).toBe(1)
  const lengths = stored.map((payloads) => payloads.reduce((sum, { length }) => sum + length, 0))
  expect(lengths.length).toBeGreaterThan(3)
  expect(Math.max(...lengths)).toBeLessThan(64_000 + longest)
  const ids = stored.flat().map((payload) => JSON.parse(payload).id)
  expect(ids).toEqual(occurrences.map(({ eventId }) => eventId))
  const [call] = enqueued.flat().map((payload) => JSON.parse(payload))
  expect(call.messageIds).toEqual(occurrences.map((_, nth) => nth + 1))
})
