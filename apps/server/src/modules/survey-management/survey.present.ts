import type { SurveyState } from '@steward/contracts/plain/survey'
import { languagesOf } from '@steward/contracts/survey/definition'
import type { Survey, SurveyDetail, SurveyFigures, SurveyVersion } from '@steward/contracts/survey/survey'
import { isDeepStrictEqual } from 'node:util'
import { personOf } from '../timeline/index.ts'
import type { UserDirectory } from '../user-management/index.ts'
import type { StoredSurvey, StoredVersion } from './survey.store.ts'

/** The state of a survey on a day. */
export function stateOf({ version, published, paused }: StoredSurvey, today: string): SurveyState {
  if (version === null || published === null) return 'draft'
  const { endsOn } = published.timing
  if (endsOn !== null && endsOn < today) return 'closed'
  return paused ? 'paused' : 'live'
}

export interface Presenting {
  users: UserDirectory
  today: string
  figures: ReadonlyMap<number, SurveyFigures>
  openLinkOf(surveyId: number): string
}

const nothing: SurveyFigures = { asked: 0, answered: 0, responses: 0, score: null }

export function presentSurvey(
  survey: StoredSurvey,
  { users, today, figures, openLinkOf }: Presenting,
): Survey {
  const { surveyId, published, draft, version } = survey
  return {
    surveyId,
    name: survey.name,
    type: survey.type,
    state: stateOf(survey, today),
    paused: survey.paused,
    revision: survey.revision,
    publishedVersion: version,
    hasUnpublishedChanges: !isDeepStrictEqual(published, draft),
    languages: languagesOf(draft),
    figures: figures.get(surveyId) ?? nothing,
    openLink: published?.channels.openLink ? openLinkOf(surveyId) : null,
    createdBy: personOf(users, survey.createdBy),
    createdAt: survey.createdAt.toISOString(),
    updatedAt: survey.updatedAt.toISOString(),
    publishedAt: survey.publishedAt?.toISOString() ?? null,
  }
}

export const presentDetail = (survey: StoredSurvey, presenting: Presenting): SurveyDetail => ({
  ...presentSurvey(survey, presenting),
  draft: survey.draft,
})

export const presentVersion = (row: StoredVersion, users: UserDirectory): SurveyVersion => ({
  version: row.version,
  publishedAt: row.publishedAt.toISOString(),
  publishedBy: personOf(users, row.publishedBy),
  content: row.content,
})
