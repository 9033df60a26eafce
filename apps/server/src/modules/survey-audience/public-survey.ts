import type { PublicSurvey } from '@steward/contracts/survey/answer'
import { languagesOf } from '@steward/contracts/survey/definition'
import type { Db } from '../../platform/db/database.ts'
import type { AskedSurvey, SurveyBook } from '../survey-management/index.ts'
import { readTenantName } from '../tenant/index.ts'

/** A survey as those see it who are asked, without answers, for someone who was asked. */
export async function readPublicSurvey(
  db: Db,
  tenantId: number,
  book: SurveyBook,
  { survey, version, content }: AskedSurvey,
): Promise<PublicSurvey> {
  return {
    company: await readTenantName(db, tenantId),
    name: survey.name,
    type: survey.type,
    state: book.stateOf(survey),
    version,
    defaultLanguage: content.defaultLanguage,
    languages: languagesOf(content),
    questions: content.questions,
    thanks: content.thanks,
    look: content.look,
    isOpenLink: false,
    answers: null,
  }
}
