import { addDays } from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'
import { byTimeOfDay } from '@steward/contracts/plain/task'
import { todayLimits, todayWeights } from '@steward/contracts/plain/today'
import type {
  Today,
  TodayBook,
  TodayCard,
  TodayFeedback,
  TodayReason,
  TodaySettings,
  TodaySnooze,
  TodayWeights,
} from '@steward/contracts/today'
import type { Person } from '@steward/contracts/timeline'
import { isScoped, type Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { FieldService } from '../field/index.ts'
import type { HealthService } from '../health/index.ts'
import type { HealthModels } from '../health-model/index.ts'
import { dayIn, weekEndOf } from '../task/index.ts'
import { personOf } from '../timeline/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { healthOf, presentNews } from './book.presenting.ts'
import { readBook, type NewsRow } from './book.read-model.ts'
import { rankCards, type Home, type RankedCard, type Signal } from './card.rules.ts'
import { readHomes, type Reading } from './signal.read-model.ts'
import { ownSources, readingFor, scoreWindow, type FindSignals } from './today.source.ts'
import {
  deleteSnooze,
  insertFeedback,
  putSnooze,
  putWeights,
  readFeedback,
  readSnoozes,
  readWeights,
  type Snooze,
} from './today.store.ts'

const dayLength = 86_400_000
const feedbackDays = 90

export interface TodayNeighbours {
  users: Pick<UserService, 'directory'>
  fields: Pick<FieldService, 'catalogue'>
  health: Pick<HealthService, 'mainLosses'>
  models: Pick<HealthModels, 'bounds'>
  audit: Pick<AuditService, 'write'>
}

/** Whether a card stays out of sight; `day` is the present one. */
function isAsleep(card: RankedCard, snooze: Snooze | undefined): boolean {
  if (!snooze) return false
  return snooze.untilOn !== null || snooze.digest === card.digest()
}

/** Ranks cards for a user's next hour. */
export function createTodayService(platform: Platform, neighbours: TodayNeighbours) {
  const { users, fields, health, models, audit } = neighbours
  const sources: FindSignals[] = [...ownSources]
  const dbOf = ({ tenantId }: Pick<Actor, 'tenantId'>) => platform.database.tenant(tenantId)

  /** Whose day is read. Throws `not_found` where that is not the caller, and the caller does not see all records. */
  async function readingOf(actor: Actor, userId: number): Promise<Reading & { directory: UserDirectory }> {
    const directory = await users.directory(actor.tenantId)
    const user = directory.byId.get(userId)
    if (!user || (userId !== actor.userId && isScoped(actor))) {
      throw notFound('user.unknown', "This user does not exist, or you can't see their day.")
    }
    const now = platform.clock.now()
    const day = dayIn(now, user.timeZone)
    return { ...readingFor({ actor, userId, day, weekEnd: weekEndOf(day), now }), directory }
  }

  async function weightsOf(actor: Actor): Promise<TodayWeights> {
    return { ...todayWeights, ...(await readWeights(dbOf(actor), actor.tenantId)) }
  }

  /** All signals of a user, with the records that they are folded under. */
  async function gather(reading: Reading): Promise<{ signals: Signal[]; homes: Map<number, Home> }> {
    const db = dbOf(reading.actor)
    const signals: Signal[] = []
    for (const find of sources) signals.push(...(await find(db, reading)))
    const recordIds = new Set(signals.flatMap(({ subject }) => subject.recordId ?? []))
    return { signals, homes: await readHomes(db, reading.actor, [...recordIds]) }
  }

  async function rank(reading: Reading): Promise<RankedCard[]> {
    const [weights, { signals, homes }] = await Promise.all([weightsOf(reading.actor), gather(reading)])
    return rankCards(signals, homes, weights)
  }

  /** The first cards that are in sight, and how many there are; the thousands behind them are let go of. */
  async function awakeCards(reading: Reading) {
    const { actor, userId, day } = reading
    const [cards, snoozes] = await Promise.all([
      rank(reading),
      readSnoozes(dbOf(actor), actor.tenantId, userId, day),
    ])
    const asleep = new Map(snoozes.map((snooze) => [snooze.key, snooze]))
    const awake = cards.filter((card) => !isAsleep(card, asleep.get(card.key)))
    return {
      first: awake.slice(0, todayLimits.cards),
      totalCards: awake.length,
      snoozedCards: cards.length - awake.length,
    }
  }

  /** Adds to fallen scores what took most from them. */
  async function explained(cards: readonly RankedCard[], { actor, now }: Reading): Promise<TodayCard[]> {
    const fallen = cards.flatMap(({ reasons }) =>
      reasons.flatMap(({ source, subject }) => (source === 'score' ? [subject.id] : [])),
    )
    const since = new Date(now.getTime() - scoreWindow * dayLength)
    const losses = await health.mainLosses(actor.tenantId, fallen, since)
    const withCause = (reason: TodayReason): TodayReason => {
      const loss = reason.source === 'score' ? losses.get(reason.subject.id) : undefined
      return loss ? { ...reason, cause: `${loss.name} −${Math.abs(loss.difference).toFixed(2)}` } : reason
    }
    return cards.map(({ key, record, title, points, reasons, nextStep }) => ({
      key,
      record,
      title,
      points,
      reasons: reasons.map(withCause),
      nextStep,
    }))
  }

  /** The book in figures, and what others logged with it since yesterday. */
  async function bookOf(reading: Reading): Promise<{ book: TodayBook; news: NewsRow[] }> {
    const { actor, day } = reading
    const [{ fields: ofAccounts }, bounds] = await Promise.all([
      fields.catalogue(actor.tenantId, 2 satisfies LevelId),
      models.bounds(actor.tenantId),
    ])
    const amount = ofAccounts.find(({ fieldId, dataType }) => fieldId !== null && dataType === 'currency')
    const monday = addDays(weekEndOf(day), -6)
    const since = new Date(Date.parse(addDays(day, -1)))
    const asked = { amountKey: amount?.key ?? null, monday, since }
    const { health: scores, news, ...figures } = await readBook(dbOf(actor), reading, asked)
    const split = healthOf(scores, (stageId, score) => bounds.status(2, stageId, score))
    return { book: { ...figures, health: split }, news }
  }

  async function calendarOf(reading: Reading): Promise<Today['calendar']> {
    const db = dbOf(reading.actor)
    const due = (await reading.dueTasks(db)).filter(({ late }) => late === 0)
    const homes = await readHomes(
      db,
      reading.actor,
      due.flatMap(({ recordId }) => recordId ?? []),
    )
    return due.toSorted(byTimeOfDay).map(({ taskId, title, dueTime, estimateMinutes, recordId }) => ({
      taskId,
      title,
      dueTime,
      estimateMinutes,
      record: recordId === null ? null : (homes.get(recordId) ?? null),
    }))
  }

  /** The card of the caller under a key. Throws `not_found`. */
  async function cardOf(actor: Actor, key: string): Promise<{ card: RankedCard; reading: Reading }> {
    const reading = await readingOf(actor, actor.userId)
    const card = (await rank(reading)).find((one) => one.key === key)
    if (!card) throw notFound('today.card', 'This card is no longer in your list.')
    return { card, reading }
  }

  return {
    /** Adds a source of signals. */
    registerSource(find: FindSignals): void {
      sources.push(find)
    },

    /** A user's day. Error: not_found `user.unknown`. */
    async read(actor: Actor, userId = actor.userId): Promise<Today> {
      const reading = await readingOf(actor, userId)
      const { directory } = reading
      const { first, totalCards, snoozedCards } = await awakeCards(reading)
      const [shown, calendar, { book, news }] = await Promise.all([
        explained(first, reading),
        calendarOf(reading),
        bookOf(reading),
      ])
      return {
        day: reading.day,
        user: personOf(directory, userId) as Person,
        cards: shown,
        totalCards,
        snoozedCards,
        calendar,
        book,
        news: presentNews(news, directory),
      }
    },

    /** Puts one of the caller's cards off. Errors: not_found `today.card`, invalid_input. */
    async snooze(actor: Actor, { key, until }: TodaySnooze): Promise<void> {
      const { card, reading } = await cardOf(actor, key)
      if (until !== null && until <= reading.day) {
        throw invalid('today.snooze', { until: 'Choose a day after today.' })
      }
      const { tenantId, userId } = actor
      await transact(dbOf(actor), (tx) =>
        putSnooze(tx, tenantId, userId, { key, untilOn: until, digest: card.digest() }, reading),
      )
    },

    /** Brings a card back that the caller has put off. Error: not_found `today.awake`. */
    async wake(actor: Actor, key: string): Promise<void> {
      if (await deleteSnooze(dbOf(actor), actor.tenantId, actor.userId, key)) return
      throw notFound('today.awake', 'You have not snoozed this card.')
    },

    /** Keeps why an item was not useful, and puts its card off until a reason changes. Error: not_found `today.card`. */
    async reject(actor: Actor, feedback: TodayFeedback): Promise<void> {
      const { key, source } = feedback
      const { card, reading } = await cardOf(actor, key)
      if (!card.reasons.some((reason) => reason.source === source)) {
        throw invalid('today.feedback', { source: 'This card has no reason from this source.' })
      }
      const { tenantId, userId } = actor
      await transact(dbOf(actor), async (tx) => {
        await insertFeedback(tx, tenantId, userId, feedback, reading.now)
        await putSnooze(tx, tenantId, userId, { key, untilOn: null, digest: card.digest() }, reading)
      })
    },

    async settings(actor: Actor): Promise<TodaySettings> {
      const since = new Date(platform.clock.now().getTime() - feedbackDays * dayLength)
      const [weights, told] = await Promise.all([
        weightsOf(actor),
        readFeedback(dbOf(actor), actor.tenantId, since),
      ])
      return { weights, ...told }
    },

    /** Sets what the sources weigh for everyone. */
    async setWeights(actor: Actor, weights: TodayWeights): Promise<TodayWeights> {
      const before = await weightsOf(actor)
      await transact(dbOf(actor), async (tx) => {
        await putWeights(tx, actor.tenantId, weights)
        await audit.write(tx, actor.tenantId, {
          action: 'today.weighed',
          summary: 'Changed what the sources of Today weigh',
          actor,
          subject: { kind: 'today', id: 'weights', name: 'Today' },
          details: { before, after: weights },
        })
      })
      return weights
    },

    /** The list of a user by other weights. Error: not_found `user.unknown`. */
    async preview(actor: Actor, userId: number, weights: TodayWeights) {
      const reading = await readingOf(actor, userId)
      const [now, { signals, homes }] = await Promise.all([weightsOf(actor), gather(reading)])
      const places = new Map(rankCards(signals, homes, now).map(({ key }, at) => [key, at + 1]))
      return rankCards(signals, homes, weights)
        .slice(0, todayLimits.cards)
        .map(({ key, title, points }, at) => ({
          key,
          title,
          points,
          place: at + 1,
          placeNow: places.get(key) ?? null,
        }))
    },
  }
}

export type TodayService = ReturnType<typeof createTodayService>
