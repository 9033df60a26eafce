import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { Agent, request } from 'undici'

// The floor of deliveries: one bare loop that reads a row of a queue, signs it, posts it, and writes the result. Prints
// how many it delivered a second.
const [url = '', endpoint = '', secret = ''] = process.argv.slice(2)

const client = new pg.Client({ connectionString: url })
await client.connect()
const webhook = new Webhook(secret)
const dispatcher = new Agent()
const from = performance.now()
let delivered = 0
for (;;) {
  const { rows } = await client.query<{ id: number; message_id: string; payload: string }>({
    name: 'read',
    text: `select id, message_id, payload from ideal.delivery where status is null order by id limit 1
      for update skip locked`,
  })
  const [row] = rows
  if (!row) break
  const at = new Date()
  const { statusCode, body } = await request(endpoint, {
    dispatcher,
    method: 'POST',
    body: row.payload,
    headers: {
      'content-type': 'application/json',
      'webhook-id': row.message_id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': webhook.sign(row.message_id, at, row.payload),
    },
  })
  await body.dump()
  await client.query({
    name: 'write',
    text: 'update ideal.delivery set status = $2, at = now() where id = $1',
    values: [row.id, statusCode],
  })
  delivered += 1
}
process.stdout.write(`${delivered / ((performance.now() - from) / 1000)}\n`)
await client.end()
await dispatcher.close()
