import type { PublicSurvey } from '@steward/contracts/survey/answer'
import type { SendAnswers, SendFailure } from '../entities/survey/index.ts'
import { visitorId } from './visitor.ts'

/* What a page without a sign-in calls. Bodies are sent as plain text, so that no browser asks for permission first. */

interface Answer {
  status: number
  body: unknown
}

/** Resolves with status 0 where the server can't be reached. */
export async function call(address: string, body?: unknown): Promise<Answer> {
  try {
    const response = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      // A string is sent as text/plain.
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    return { status: response.status, body: await response.json() }
  } catch {
    return { status: 0, body: null }
  }
}

const askAddress = (server: string, token: string): string =>
  `${server}/api/survey-ask/${encodeURIComponent(token)}`

export type ReadSurvey = { survey: PublicSurvey } | { failure: 'unknown' | 'unreachable' }

/** Reads what to ask; never writes. */
export async function readSurvey(server: string, token: string): Promise<ReadSurvey> {
  const { status, body } = await call(askAddress(server, token))
  if (status === 200) return { survey: (body as { data: PublicSurvey }).data }
  return { failure: status === 404 || status === 400 ? 'unknown' : 'unreachable' }
}

/** The survey, where it may be drawn: it is not in another tab. null: it may not. */
export async function claimShowing(server: string, token: string): Promise<PublicSurvey | null> {
  const { status, body } = await call(`${askAddress(server, token)}/shown`, {})
  return status === 200 ? (body as { data: { survey: PublicSurvey | null } }).data.survey : null
}

export async function unsubscribe(server: string, token: string): Promise<boolean> {
  return (await call(`${askAddress(server, token)}/unsubscribe`, {})).status === 200
}

const prefix = 'answers.'

function failureOf({ status, body }: Answer): SendFailure {
  const { fields } = (body ?? {}) as { fields?: Record<string, string> }
  if (status === 400 && fields) {
    const entries = Object.entries(fields).map(([path, text]) => [
      path.startsWith(prefix) ? path.slice(prefix.length) : path,
      text,
    ])
    return { fields: Object.fromEntries(entries) as Record<string, string> }
  }
  if (status === 429 || status === 503) return { failure: 'busy' }
  return { failure: status === 404 || status === 409 ? 'closed' : 'failed' }
}

/** Sends answers to a survey as it was read. */
export function senderOf(
  { server, token, language }: Place,
  { isOpenLink, version }: Pick<PublicSurvey, 'isOpenLink' | 'version'>,
): SendAnswers {
  return async (answers, isComplete) => {
    const openLink = isOpenLink ? { visitor: visitorId(), version } : {}
    const sent = await call(`${askAddress(server, token)}/answer`, {
      answers,
      isComplete,
      language: language(),
      ...openLink,
    })
    if (sent.status !== 200) return failureOf(sent)
    return { thanks: (sent.body as { data: { thanks: null } }).data.thanks }
  }
}

/** Which survey is answered, and in which language. */
export interface Place {
  server: string
  token: string
  language: () => string
}
