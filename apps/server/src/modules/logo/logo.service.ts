import type { RecordChanged } from '@steward/contracts/event/record.event'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import type { TaskContext } from '../../platform/jobs/jobs.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { schedule, type DueItem } from '../../platform/schedule/schedule.ts'
import { changesOf } from '../change-log/index.ts'
import type { FieldService } from '../field/index.ts'
import type { IdentityService } from '../identity/index.ts'
import type { FetchLogo, Fetched } from './logo.fetching.ts'
import { hostOf, longestWebsite } from './logo.rules.ts'
import {
  deleteLogo,
  deleteLogos,
  findLogo,
  listLogos,
  listOutdated,
  listWithWebsite,
  putLogo,
  readWebsite,
  type ShownLogo,
  type WebsiteKeys,
} from './logo.store.ts'

export const logoKind = 'logo:fetch'
export const planTask = 'logo:plan'

const day = 24 * 3600 * 1000
/** Days until a website is asked again. */
const pauses: Record<Fetched['state'], number> = { found: 30, none: 90, unreachable: 7 }
/** Milliseconds between two websites, so that many at once are asked one after the other. */
const between = 1000
const atOnce = 500

export interface LogoNeighbours {
  fields: Pick<FieldService, 'catalogue'>
  identity: Pick<IdentityService, 'company'>
}

/** Keeps the logos of organizations and accounts: each is one row of scheduled work, whatever is asked meanwhile. */
export function createLogoService(
  platform: Platform,
  { fields, identity: { company } }: LogoNeighbours,
  fetchOf: (tenantId: number) => FetchLogo,
) {
  const { clock } = platform
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)
  const isOn = async (tenantId: number): Promise<boolean> => (await company.read(tenantId)).fetchLogos

  async function keysOf(tenantId: number): Promise<WebsiteKeys> {
    const [first, second] = await Promise.all([fields.catalogue(tenantId, 1), fields.catalogue(tenantId, 2)])
    const keyIn = (catalogue: typeof first) => catalogue.find(starterFieldNames.domain)?.key ?? null
    return [keyIn(first), keyIn(second)]
  }

  function scheduleAll(tenantId: number, recordIds: readonly number[], from: number): Promise<void> {
    const work = recordIds.map((recordId, at) => ({
      kind: logoKind,
      key: String(recordId),
      dueAt: new Date(from + at * between),
    }))
    return schedule(dbOf(tenantId), tenantId, work)
  }

  /** Records whose website changed are asked about soon. */
  async function follow(tenantId: number, event: RecordChanged): Promise<void> {
    if (event.level > 2 || !(await isOn(tenantId))) return
    const keys = await keysOf(tenantId)
    if (event.keys && !event.keys.some((key) => keys.includes(key))) return
    for await (const changes of changesOf(dbOf(tenantId), tenantId, event, { size: atOnce })) {
      const recordIds = changes.map(({ recordId }) => recordId)
      const outdated = await listOutdated(dbOf(tenantId), tenantId, keys, recordIds)
      await scheduleAll(tenantId, outdated, clock.now().getTime())
    }
  }

  /** Plans all records of a company that turned logos on. */
  async function plan(tenantId: number, { signal }: TaskContext): Promise<void> {
    const keys = await keysOf(tenantId)
    const start = clock.now().getTime()
    let planned = 0
    for (let after = 0; !signal.aborted;) {
      const recordIds = await listWithWebsite(dbOf(tenantId), tenantId, keys, after, atOnce)
      const last = recordIds.at(-1)
      if (last === undefined) return
      await scheduleAll(tenantId, recordIds, start + planned * between)
      planned += recordIds.length
      after = last
    }
    throw new Error('Logos are planned by the next worker')
  }

  /** Records of one website, such as an organization and its account, ask it once. */
  async function fetchOnce(tenantId: number, website: string, signal: AbortSignal): Promise<Fetched> {
    const since = new Date(clock.now().getTime() - day)
    const known = await findLogo(dbOf(tenantId), tenantId, website, since)
    if (known)
      return known.imageUid === null ? { state: 'none' } : { state: 'found', imageUid: known.imageUid }
    const host = hostOf(website)
    return host === undefined ? { state: 'none' } : fetchOf(tenantId)(host, signal)
  }

  async function fetchDue(tenantId: number, { key }: DueItem, { signal }: TaskContext): Promise<void> {
    if (!(await isOn(tenantId))) return
    const recordId = Number(key)
    const found = await readWebsite(dbOf(tenantId), tenantId, await keysOf(tenantId), recordId)
    const website = found?.website?.trim().slice(0, longestWebsite)
    if (!website) return deleteLogo(dbOf(tenantId), tenantId, recordId)
    const fetched = await fetchOnce(tenantId, website, signal)
    const fetchedAt = clock.now()
    const imageUid = {
      found: 'imageUid' in fetched ? fetched.imageUid : null,
      none: null,
      unreachable: undefined,
    }
    await transact(dbOf(tenantId), async (tx) => {
      await putLogo(tx, tenantId, { recordId, website, imageUid: imageUid[fetched.state], fetchedAt })
      const dueAt = new Date(fetchedAt.getTime() + pauses[fetched.state] * day)
      await schedule(tx, tenantId, { kind: logoKind, key, dueAt })
    })
  }

  return {
    follow,
    plan,
    fetchDue,

    /** Follows the switch of a company. */
    async onSwitch(tx: Tx, tenantId: number, on: boolean): Promise<void> {
      if (on) await addJob(tx, { task: planTask, payload: { tenantId }, key: `${planTask}:${tenantId}` })
      else await deleteLogos(tx, tenantId)
    },

    /** The logos of those of some records that the actor may see; none where the company has them off. */
    list: async (actor: Actor, recordIds: readonly number[]): Promise<ShownLogo[]> =>
      (await isOn(actor.tenantId)) ? listLogos(dbOf(actor.tenantId), actor, recordIds) : [],
  }
}

export type LogoService = ReturnType<typeof createLogoService>
