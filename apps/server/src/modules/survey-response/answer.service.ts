import type { PublicSurvey, SendAnswer } from '@steward/contracts/survey/answer'
import type { Thanks } from '@steward/contracts/survey/definition'
import { dayOf } from '../../platform/clock.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  closedLink,
  readPublicSurvey,
  type StoredAsk,
  type SurveyAudiences,
} from '../survey-audience/index.ts'
import { readToken, type AskedSurvey, type SurveyBook, type SurveyToken } from '../survey-management/index.ts'
import { createAnswerLimit } from './answer.limit.ts'
import { readAnswer, thanksFor } from './answer.rules.ts'
import { findAnswers, putResponse } from './response.store.ts'

export interface AnswerNeighbours {
  book: SurveyBook
  audiences: Pick<SurveyAudiences, 'findAsk' | 'shown'>
}

/** Who answers what. */
interface Asked extends AskedSurvey {
  tenantId: number
  /** null: anyone, by an open link. */
  ask: StoredAsk | null
}

/**
 * Whether a person comes back to an answer. A page asks once, and knows people by their claims: all pages with the same one
 * get the same token until the survey is shown, so it must not show what was answered.
 */
const mayBeChanged = ({ channel }: StoredAsk): boolean => channel !== 'inProduct'

const refuse = (reason: string, message: string) => new AppError('conflict', reason, message)

/** What people who were asked see and send. They have no sign-in: a token says what they may answer. */
export function createAnswers(platform: Platform, { book, audiences }: AnswerNeighbours) {
  const { secrets, clock } = platform
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)
  /** Of anyone with an open link, by survey and address. */
  const limit = createAnswerLimit(clock)

  async function askOf({ kind, tenantId, id }: SurveyToken): Promise<StoredAsk | null> {
    if (kind === 'o') return null
    const ask = kind === 'a' ? await audiences.findAsk(dbOf(tenantId), tenantId, id) : undefined
    if (!ask) throw closedLink()
    return ask
  }

  /** Throws not_found for all reasons alike. */
  async function resolve(token: string, version?: number): Promise<Asked> {
    const named = readToken(secrets, token)
    if (!named) throw closedLink()
    const { tenantId, id } = named
    const ask = await askOf(named)
    const asked = await (ask ? book.at(tenantId, ask.surveyId, ask.version) : book.at(tenantId, id, version))
    if (!asked || (ask === null && !asked.survey.published?.channels.openLink)) throw closedLink()
    return { ...asked, tenantId, ask }
  }

  function refuseLate({ survey, content, ask }: Asked): void {
    const state = book.stateOf(survey)
    if (state === 'paused') throw refuse('survey.paused', 'This survey is paused. Try again later.')
    if (state !== 'live') throw refuse('survey.closed', 'This survey has ended. It accepts no more answers.')
    const { startsOn } = content.timing
    if (startsOn !== null && startsOn > dayOf(clock.now())) {
      throw refuse('survey.not_started', 'This survey has not started yet. Try again later.')
    }
    if (ask?.channel === 'inProduct' && ask.askedAt === null) {
      throw refuse('survey.not_shown', 'This survey was not shown yet. Call shown first.')
    }
  }

  /** Who answers: a person who was asked, or a browser of anyone. Throws where a browser does not say which. */
  function respondentOf({ tenantId, survey, ask }: Asked, visitor: string | undefined, address: string) {
    if (ask) {
      const { askId, channel, recordId, claimedName } = ask
      return { askId, channel, recordId, claimedName, visitor: null }
    }
    if (visitor === undefined) {
      throw invalid('survey.visitor', { visitor: 'Send the id of the visitor with an open link.' })
    }
    if (!limit(`${tenantId}.${survey.surveyId}.${address}`)) {
      const message = 'Too many answers came from your network. Try again later.'
      throw new AppError('rate_limited', 'survey.too_many', message)
    }
    return { askId: null, channel: 'openLink' as const, recordId: null, claimedName: null, visitor }
  }

  async function open(token: string): Promise<PublicSurvey> {
    const asked = await resolve(token)
    const { tenantId, ask } = asked
    const [survey, answers] = await Promise.all([
      readPublicSurvey(dbOf(tenantId), tenantId, book, asked),
      ask && mayBeChanged(ask) ? findAnswers(dbOf(tenantId), tenantId, ask.askId) : undefined,
    ])
    return { ...survey, isOpenLink: ask === null, answers: answers ?? null }
  }

  return {
    /** The survey behind a token. Opening it changes nothing. */
    read: open,

    /** Says that a page is about to show a survey. Gives it where it may: from here on it counts. */
    async show(token: string): Promise<{ show: boolean; survey: PublicSurvey | null }> {
      const show = await audiences.shown(token)
      return { show, survey: show ? await open(token) : null }
    },

    /** Stores an answer, in the place of an earlier one of the same person. Errors: conflict, invalid_input. */
    async send(
      token: string,
      form: SendAnswer,
      address: string,
    ): Promise<{ isComplete: boolean; thanks: Thanks | null }> {
      const asked = await resolve(token, form.version)
      const { tenantId, survey, version, content } = asked
      refuseLate(asked)
      const { read, faults } = readAnswer(survey.type, content, form.answers, form.isComplete)
      if (Object.keys(faults).length > 0) throw invalid('survey.answer', faults)
      const respondent = respondentOf(asked, form.visitor, address)
      await putResponse(dbOf(tenantId), tenantId, {
        surveyId: survey.surveyId,
        version,
        type: survey.type,
        ...respondent,
        ...read,
        isComplete: form.isComplete,
        language: form.language ?? null,
        at: clock.now(),
      })
      return { isComplete: form.isComplete, thanks: form.isComplete ? thanksFor(content, read.score) : null }
    },
  }
}

export type AnswerService = ReturnType<typeof createAnswers>
