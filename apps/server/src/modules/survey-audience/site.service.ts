import type { Installation, SiteAsk, SiteAsked } from '@steward/contracts/survey/audience'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  isSigned,
  readToken,
  signToken,
  unknownSurvey,
  type AskedSurvey,
  type SurveyBook,
} from '../survey-management/index.ts'
import {
  findAsk,
  findOffer,
  insertAsks,
  lockAsking,
  markAsked,
  type Person,
  type StoredAsk,
} from './ask.store.ts'
import { findContact } from './audience.read-model.ts'
import type { Audience } from './audience.service.ts'
import { readPublicSurvey } from './public-survey.ts'
import { installationOf } from './installation.rules.ts'
import { listOrigins, noteOrigin } from './site.store.ts'
import { readSetting } from './setting.store.ts'

export const closedLink = () =>
  notFound('survey.closed_link', 'This link is not valid, or the survey was deleted.')

/** Milliseconds for which a page that called is not written down again. */
const noteEvery = 10 * 60_000

/** Who is before a page, as far as that is certain. */
interface Named extends Person {
  claimedName: string | null
  isSigned: boolean
  failure: string | null
}

const onPages = ({ survey, content }: AskedSurvey) => ({ survey, content, channel: 'inProduct' as const })

/** The survey that the pages of a company ask, and whether the snippet works. */
export function createSiteService(
  platform: Platform,
  { book, audience }: { book: SurveyBook; audience: Audience },
) {
  const { secrets, clock } = platform
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: noteEvery })

  /** Only a signature makes a page believed: anyone can write a name into a page. */
  async function identify(
    tenantId: number,
    { userId, email, signature, name, visitor }: SiteAsk,
  ): Promise<Named> {
    const said = userId ?? email
    const stranger = { recordId: null, visitor, claimedName: name ?? said ?? null, isSigned: false }
    if (said === undefined) return { ...stranger, failure: null }
    const { requiresSignature } = await readSetting(dbOf(tenantId), tenantId)
    if (signature === undefined) {
      return { ...stranger, failure: requiresSignature ? 'it does not sign its users.' : null }
    }
    if (!isSigned(secrets, tenantId, said, signature)) {
      return { ...stranger, failure: 'the signature of its user is wrong.' }
    }
    const recordId = await findContact(dbOf(tenantId), tenantId, { userId, email })
    const known = recordId === undefined ? stranger : { recordId, visitor: null, claimedName: null }
    return { ...known, isSigned: true, failure: null }
  }

  async function note(tenantId: number, origin: string | undefined, named: Named): Promise<void> {
    if (origin === undefined || !/^https?:\/\/[^\s]{1,200}$/.test(origin)) return
    const key = JSON.stringify([tenantId, origin, named.isSigned, named.failure])
    if (noted.has(key)) return
    noted.set(key, true)
    const seenAt = clock.now()
    await noteOrigin(dbOf(tenantId), tenantId, {
      origin,
      seenAt,
      isSigned: named.isSigned,
      failure: named.failure,
    })
  }

  const isAllowed = async (tx: Tx, tenantId: number, asked: AskedSurvey, { recordId, visitor }: Person) => {
    if (recordId === null) {
      return (await audience.gateOfVisitor(tx, tenantId, onPages(asked), visitor ?? '')) === null
    }
    return (await audience.gateOfContact(tx, tenantId, onPages(asked), recordId))?.gate === null
  }

  /** The surveys that pages may ask, the oldest first. */
  async function candidates(tenantId: number): Promise<AskedSurvey[]> {
    const all = [...(await book.surveys(tenantId)).values()].toSorted((a, b) => a.surveyId - b.surveyId)
    return all.flatMap((survey) => {
      const { version, published } = survey
      if (version === null || published === null) return []
      const asked = { survey, version, content: published }
      return audience.surveyGateOf(onPages(asked)) === null ? [asked] : []
    })
  }

  async function offer(tenantId: number, named: Named): Promise<{ askId: number; delay: number } | null> {
    const possible = await candidates(tenantId)
    if (possible.length === 0) return null
    return transact(dbOf(tenantId), async (tx) => {
      for (const asked of possible) {
        if (!(await isAllowed(tx, tenantId, asked, named))) continue
        const { survey, version, content } = asked
        const surveyId = survey.surveyId
        const known = await findOffer(tx, tenantId, named, { surveyId, version })
        const ask = { surveyId, version, channel: 'inProduct' as const, waveId: null, askedAt: null }
        const { recordId, visitor, claimedName } = named
        const [askId = known] = known
          ? [known]
          : await insertAsks(tx, tenantId, [
              { ...ask, recordId, visitor, claimedName, offeredAt: clock.now() },
            ])
        return { askId: askId as number, delay: content.timing.delaySeconds }
      }
      return null
    })
  }

  /** The survey that may be shown now, and counts as shown from here on; null where there is none. */
  async function claim(tenantId: number, askId: number): Promise<AskedSurvey | null> {
    return transact(dbOf(tenantId), async (tx) => {
      await lockAsking(tx, tenantId)
      const ask: StoredAsk | undefined = await findAsk(tx, tenantId, askId)
      const asked = ask && (await book.at(tenantId, ask.surveyId, ask.version))
      if (!ask || !asked) throw closedLink()
      if (ask.channel !== 'inProduct' || ask.askedAt !== null) return null
      if (!(await isAllowed(tx, tenantId, asked, ask))) return null
      await markAsked(tx, tenantId, askId, clock.now())
      return asked
    })
  }

  return {
    /**
     * Gives a page the survey to ask the person before it; null where they are not asked. A page that draws at once gets
     * a survey without a delay with it.
     */
    async ask(siteKey: string, form: SiteAsk, origin: string | undefined): Promise<SiteAsked['data']> {
      const site = readToken(secrets, siteKey)
      if (site?.kind !== 's') throw closedLink()
      const { tenantId } = site
      const named = await identify(tenantId, form)
      await note(tenantId, origin, named)
      if (named.failure !== null) return null
      const offered = await offer(tenantId, named)
      if (!offered) return null
      const { askId, delay } = offered
      const given = { token: signToken(secrets, { kind: 'a', tenantId, id: askId }), delaySeconds: delay }
      if (delay > 0 || !form.drawsAtOnce) return given
      const asked = await claim(tenantId, askId)
      return asked && { ...given, survey: await readPublicSurvey(dbOf(tenantId), tenantId, book, asked) }
    },

    /**
     * Says that a page is about to show a survey, and whether it may: by now the person may have been asked in another
     * tab, or on another channel. From here on it counts.
     */
    async shown(token: string): Promise<boolean> {
      const named = readToken(secrets, token)
      if (named?.kind !== 'a') throw closedLink()
      return (await claim(named.tenantId, named.id)) !== null
    },

    /** Whether pages load the snippet. Throws not_found for a survey that is gone. */
    async installation({ tenantId }: Actor, surveyId: number): Promise<Installation> {
      const survey = (await book.surveys(tenantId)).get(surveyId)
      if (!survey) throw unknownSurvey()
      return installationOf({
        origins: await listOrigins(dbOf(tenantId), tenantId),
        isInProduct: survey.published?.channels.inProduct ?? false,
        now: clock.now(),
      })
    },
  }
}

export type SiteService = ReturnType<typeof createSiteService>
