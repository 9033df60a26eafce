import { setTimeout as wait } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import type { Behavior } from '../hook-sink.ts'
import { until } from '../until.ts'
import { currentHook, hookForm } from '../work/webhook.work.ts'
import type { World } from '../world.ts'
import { struck, type Strike } from './strike.ts'

/** Milliseconds for which an endpoint is out of order: longer than a call may take. */
const outOfOrder = 17_000
const patience = 60_000
const webhooks = '/webhook-management/webhooks'
const work = 'webhooks'

/** Sets where a webhook sends to, with another token: what it did before holds up nothing. */
async function point({ client }: World, endpoint: string): Promise<void> {
  const authentication = { type: 'token', token: `t${Math.random()}` }
  const path = `${webhooks}/${currentHook().webhookId}`
  const { status, body } = await client.call('PUT', path, { ...hookForm(endpoint), authentication })
  if (status !== 200) throw new Error(`The webhook could not be changed: ${JSON.stringify(body)}`)
}

/** What was recorded of attempts of the webhook of the round, that were not delivered. */
async function failures({ sql }: World): Promise<string[]> {
  const rows = await sql<{ failure: string | null }>(
    `select a.detail ->> 'failure' as failure from outbox_item i join outbox_attempt a using (tenant_id, item_id)
     where i.lane = $1 and a.outcome <> 'delivered'`,
    [`webhook:${currentHook().webhookId}`],
  )
  return rows.map(({ failure }) => failure ?? '')
}

/** An endpoint that does something for a while, and what is recorded of it then. */
function misbehaving(name: string, behavior: () => Behavior, recorded: RegExp | undefined): Strike {
  return {
    name: `endpoint ${name}`,
    during: work,
    async strike(world) {
      const { hooks } = world
      hooks.behave(behavior())
      await wait(outOfOrder)
      hooks.behave(undefined)
      await point(world, `${hooks.url}${currentHook().path}`)
      const found = await failures(world)
      const isTold = recorded === undefined || found.some((failure) => recorded.test(failure))
      return struck({ faults: isTold ? [] : [`no attempt says ${recorded}, but: ${found.join(' | ')}`] })
    },
  }
}

function drip(response: ServerResponse): void {
  response.writeHead(200)
  const dripping = setInterval(() => response.write('a'), 1000)
  response.on('close', () => clearInterval(dripping))
}

const largeAnswer = 100_000_000

/** Writes 100 MB, as far as someone reads them. */
function pour(response: ServerResponse): void {
  response.writeHead(200)
  const chunk = Buffer.alloc(64 * 1024, 'a')
  let written = 0
  const more = () => {
    while (written < largeAnswer && !response.destroyed) {
      written += chunk.length
      if (!response.write(chunk)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
}

const metadata = 'http://169.254.169.254/latest/meta-data/'

export const endpointStrikes: Strike[] = [
  misbehaving('hangs', () => () => undefined, /did not answer in time/),
  misbehaving('sends one byte per second', () => drip, /did not answer in time/),
  misbehaving('returns 100 MB', () => pour, undefined),
  misbehaving(
    'redirects to 169.254.169.254',
    () => (response) => void response.writeHead(302, { location: metadata }).end(),
    /redirection \(302\), which is not followed/,
  ),
  {
    name: 'endpoint has an invalid certificate',
    during: work,
    async strike(world) {
      const { hooks } = world
      const { path } = currentHook()
      await point(world, `${hooks.untrustedUrl}${path}/untrusted`)
      await until('An attempt', patience, async () =>
        (await failures(world)).some((failure) => /certificate/.test(failure)),
      )
      await point(world, `${hooks.url}${path}`)
      const came = hooks.calls(`${path}/untrusted`).length
      return struck({ faults: came > 0 ? [`${came} calls trusted a certificate that is not valid`] : [] })
    },
  },
  {
    name: 'name leads to a private address the second time',
    during: work,
    async strike(world) {
      await world.processes.worker.kill('SIGKILL')
      await world.revive('worker', {
        ALLOW_PRIVATE_ADDRESSES: 'off',
        REBINDING_NAMES: 'on',
      })
      const { path } = currentHook()
      const { port } = new URL(world.hooks.untrustedUrl)
      await point(world, `https://rebinding.test:${port}${path}/private`)
      const told = async (pattern: RegExp) => (await failures(world)).some((failure) => pattern.test(failure))
      await until('An attempt at the public address', patience, () => told(/refused the connection/))
      await until('An attempt at the private address', patience, () => told(/inside of a private network/))
      await world.processes.worker.kill('SIGKILL')
      await world.revive('worker')
      await point(world, `${world.hooks.url}${path}`)
      const came = world.hooks.calls(`${path}/private`).length
      return struck({ kills: 2, faults: came > 0 ? [`${came} calls reached a private address`] : [] })
    },
  },
  {
    name: 'payload of a million characters',
    during: work,
    async strike(world) {
      const { client, hooks, furniture } = world
      const path = `${currentHook().path}/large`
      const columns = await Promise.all(
        Array.from({ length: 10 }, async (_, nth) => {
          const displayName = `Long ${path} ${nth}`.slice(-60)
          const field = { dataType: 'longText', displayName, columnLevel: 'account' }
          return (await client.post('/core/fields', field)).data.name as string
        }),
      )
      const { data } = await client.post(webhooks, hookForm(`${hooks.url}${path}`, ['account.updated']))
      const values = Object.fromEntries(columns.map((name) => [name, 'a'.repeat(100_000)]))
      await client.post(`/core/accounts/${furniture.accountId}`, { data: values })
      const large = () => hooks.calls(path).find(({ body }) => body.includes('"truncated":true'))
      await until('The large payload', patience, async () => large() !== undefined)
      const bytes = Buffer.byteLength(large()?.body ?? '')
      await client.call('DELETE', `${webhooks}/${data.webhookId}`)
      return struck({ faults: bytes > 20_000 ? [`the payload has ${bytes} bytes`] : [] })
    },
  },
  {
    name: 'webhook deleted during delivery',
    during: work,
    async strike(world) {
      const { client, hooks, furniture, sql } = world
      const path = `${currentHook().path}/deleted`
      const { data } = await client.post(webhooks, hookForm(`${hooks.url}${path}`))
      const released = Promise.withResolvers<void>()
      hooks.behave((response) => void released.promise.then(() => response.writeHead(500).end()))
      const note = { level: 'account', parentIdentifier: furniture.accountId, title: 'Deleted meanwhile' }
      await client.post('/core/notes', note)
      await until('A call', patience, async () => hooks.calls(path).length > 0)
      await client.call('DELETE', `${webhooks}/${data.webhookId}`)
      hooks.behave(undefined)
      released.resolve()
      const states = async () =>
        (
          await sql<{ state: string }>('select state from outbox_item where lane = $1', [
            `webhook:${data.webhookId}`,
          ])
        ).map(({ state }) => state)
      await until('The end of its deliveries', patience, async () => !(await states()).includes('waiting'))
      await point(world, `${hooks.url}${currentHook().path}`)
      const others = (await states()).filter((state) => state !== 'failed')
      return struck({ faults: others.map((state) => `a delivery of the deleted webhook is ${state}`) })
    },
  },
  {
    name: 'kill -9 of worker between a call and its record',
    during: work,
    async strike(world, random) {
      const { hooks } = world
      const times = random.between(2, 4)
      for (let time = 0; time < times; time += 1) {
        const called = Promise.withResolvers<void>()
        hooks.behave((response) => {
          process.kill(world.processes.worker.pid, 'SIGKILL')
          response.writeHead(204).end()
          called.resolve()
        })
        const isCalled = await Promise.race([called.promise.then(() => true), wait(outOfOrder, false)])
        hooks.behave(undefined)
        if (!isCalled) break
        await world.processes.worker.ended
        await world.revive('worker')
      }
      return struck({ kills: times })
    },
  },
]
