import type { Named } from '../record-rule/index.ts'
import type { StoredSurvey } from './survey.store.ts'

/** The audience of a survey, which is a rule about contacts, in the version that is asked and in the draft. */
export const namedInAudience = ({ name, draft, published }: StoredSurvey): Named => ({
  name,
  level: 3,
  settings: [draft.audience, published?.audience],
})
