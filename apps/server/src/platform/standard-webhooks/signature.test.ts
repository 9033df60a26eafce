import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { Webhook } from 'svix'
import { expect, it } from 'vitest'
import { sign } from './signature.ts'

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const secrets = [newSecret(), newSecret()]

/** A call with its headers, as an endpoint gets it. */
async function signed(messageId: string, body: string) {
  const at = new Date()
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': await sign({ secrets, messageId, at, body }),
  }
}

const bodyOf = (length: number): string => JSON.stringify({ text: 'é'.repeat(length) })

it('signs small bodies, and large ones in a thread, each with both secrets', async () => {
  const bodies = [10, 300_000, 20, 25_000, 60_000, 30].map(bodyOf)
  const calls = await Promise.all(
    bodies.map(async (body, at) => ({ body, headers: await signed(`evt_${at}`, body) })),
  )
  for (const { body, headers } of calls) {
    for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  }
})

it('leaves the thread of the caller free while it signs', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await signed('evt_1', bodyOf(2_000_000))
  isOver = true
  expect(turns).toBeGreaterThan(5)
})

it('is verified by the lines of the handbook', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/use/webhooks.md'), 'utf8')
  const [, code = ''] = /```js\n([^]*?)```/.exec(page) ?? []
  const lines = code.trim().split('\n').filter(Boolean)
  expect(lines.length).toBeLessThanOrEqual(5)
  const [imported = '', ...rest] = lines
  expect(imported).toBe("import { Webhook } from 'standardwebhooks'")
  const library = await import('standardwebhooks')
  const rawBody = JSON.stringify({ type: 'account.created', data: { record: { accountId: 41 } } })
  const headers = await signed('evt_1', rawBody)
  const receive = (secret: string | undefined): unknown[] => {
    const said: unknown[] = []
    runInNewContext(rest.join('\n'), {
      Webhook: library.Webhook,
      process: { env: { STEWARD_WEBHOOK_SECRET: secret } },
      request: { headers },
      rawBody,
      console: { log: (...values: unknown[]) => said.push(...values) },
    })
    return said
  }
  expect(receive(secrets[1])).toEqual(['account.created', { accountId: 41 }])
  expect(() => receive(newSecret())).toThrow('No matching signature')
})
