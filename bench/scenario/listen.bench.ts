import { load, once, type Call } from '../load.ts'
import { endProcess, startSteward, type Stage } from '../stage.ts'
import { callScenario, createScenario, node } from './call.ts'

export interface ListenFigures {
  scenarios: number
  /** CPU milliseconds of the server for one change, without and with them. */
  without: number
  with: number
}

const scenarioCount = 50
const rounds = 6

/** Changes one field in turns with 50 scenarios that follow it and with none; the calls are answered by a web process. */
export async function benchListening(stage: Stage, seconds: number): Promise<ListenFigures> {
  const ids: number[] = []
  for (let at = 0; at < scenarioCount; at += 1) {
    const changed = {
      type: 'change_attribute',
      attribute: 'number_3',
      changeType: 'specific',
      from: -1,
      to: -2,
    }
    ids.push(await createScenario(stage, [node('start', 'onEvent', changed)]))
  }
  await endProcess(stage.steward.process)
  const web = await startSteward(stage.url, stage.dataDir, stage.databasePid, { ROLES: 'web' })
  const only = { ...web, pids: web.pids.slice(0, 1) }
  const at = { steward: web }
  try {
    const { data: account } = (await once(web, {
      method: 'POST',
      path: '/api/core/accounts',
      body: { globalFields: { name: 'Northwind' } },
    })) as { data: { accountId: number } }
    let value = 0
    const change = (): Call => {
      value += 1
      return {
        method: 'POST',
        path: `/api/core/accounts/${account.accountId}`,
        body: { data: { number_3: value } },
      }
    }
    const spent = { without: 0, with: 0 }
    const measure = async (kind: 'without' | 'with') => {
      const verb = kind === 'with' ? 'activate' : 'deactivate'
      for (const id of ids) await callScenario(at, 'PATCH', `${id}/${verb}`)
      spent[kind] += (await load(only, change, seconds, 4)).serverCpu / rounds
      await stage.client.query('truncate event')
    }
    await load(only, change, seconds, 4)
    for (let round = 0; round < rounds; round += 1) {
      const order = ['without', 'with'] as const
      for (const kind of round % 2 === 0 ? order : order.toReversed()) await measure(kind)
    }
    return { scenarios: scenarioCount, ...spent }
  } finally {
    await endProcess(web.process)
  }
}
