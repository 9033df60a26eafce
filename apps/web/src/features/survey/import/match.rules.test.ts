import { describe, expect, it } from 'vitest'
import type { ColumnGuess, Detection } from '../../../entities/table-file/index.ts'
import { formOf, guessMatches } from './match.rules.ts'

/** Headers with the types of their columns: `Score:number`; text where none is named. */
const columnsOf = (names: readonly string[]): ColumnGuess[] =>
  names.map((text, column) => {
    const [name = '', dataType = 'string'] = text.split(':')
    return { column, name, dataType, distinct: 20 } as ColumnGuess
  })

const targets = ['score', 'comment', 'answeredAt', 'email', 'externalId', 'account', 'accountExternalId'].map(
  (key) => ({ key, label: key === 'score' ? 'How likely are you to recommend us?' : key }),
)

/** The headers by what they are matched to. */
const matchesOf = (names: readonly string[]) => {
  const found = Object.entries(guessMatches(targets, columnsOf(names)))
  return Object.fromEntries(found.map(([target, column]) => [target, names[column]?.split(':')[0]]))
}

describe('columns are matched by their headers and what is in them', () => {
  it.each([
    [['RESPNUM', 'AIRLINE:number', 'NETPRO:number'], { account: 'AIRLINE', score: 'NETPRO' }],
    [
      ['Ticket ID', 'Customer Email:email', 'Customer Satisfaction Rating:number', 'Date of Purchase:date'],
      { email: 'Customer Email', score: 'Customer Satisfaction Rating' },
    ],
    [
      ['How likely are you to recommend us?:number', 'Why?'],
      { score: 'How likely are you to recommend us?', comment: 'Why?' },
    ],
    [
      ['Day:date', 'Mail:email', 'How likely:number', 'Why'],
      { answeredAt: 'Day', email: 'Mail', score: 'How likely', comment: 'Why' },
    ],
    [
      // Delighted
      [
        'Response ID',
        'Survey Type',
        'Score:number',
        'NPS Category',
        'Comment',
        'Permalink',
        'Created at:date',
        'Updated at:date',
        'Name',
        'Email:email',
        'Company',
      ],
      { score: 'Score', comment: 'Comment', answeredAt: 'Created at', email: 'Email', account: 'Company' },
    ],
    [
      // SurveyMonkey
      [
        'Respondent ID',
        'Collector ID',
        'Start Date:date',
        'End Date:date',
        'IP Address',
        'Email Address:email',
        'How likely is it that you would recommend this company to a friend?:number',
        'Why did you choose this score?',
      ],
      {
        externalId: 'Respondent ID',
        answeredAt: 'End Date',
        email: 'Email Address',
        score: 'How likely is it that you would recommend this company to a friend?',
        comment: 'Why did you choose this score?',
      },
    ],
    [
      // Qualtrics
      [
        'StartDate:date',
        'EndDate:date',
        'RecordedDate:date',
        'RecipientEmail:email',
        'Q1_NPS_GROUP',
        'NPS:number',
      ],
      { answeredAt: 'EndDate', email: 'RecipientEmail', score: 'NPS' },
    ],
    [
      // HubSpot
      [
        'Contact name',
        'Email:email',
        'Survey Score:number',
        'Follow-up',
        'Submission Date:date',
        'Company name',
      ],
      {
        email: 'Email',
        score: 'Survey Score',
        comment: 'Follow-up',
        answeredAt: 'Submission Date',
        account: 'Company name',
      },
    ],
    [
      ['Kundennummer', 'Firma', 'Bewertung:number', 'Kommentar', 'Beantwortet am:date', 'Gesendet am:date'],
      {
        accountExternalId: 'Kundennummer',
        account: 'Firma',
        score: 'Bewertung',
        comment: 'Kommentar',
        answeredAt: 'Beantwortet am',
      },
    ],
    [
      ['survey_sent_at:date', 'responded_at:date', 'score_label', 'previous_score:number', 'score:number'],
      { answeredAt: 'responded_at', score: 'score' },
    ],
    [['Owner email:email', 'Respondent email:email'], { email: 'Respondent email' }],
    [['Answer date', 'Score date'], {}],
    [['Name', 'Phone'], {}],
  ])('%j', (names, matches) => {
    expect(matchesOf(names)).toEqual(matches)
  })

  it('each once', () => {
    expect(matchesOf(['Score:number', 'Rating:number'])).toEqual({ score: 'Score' })
  })
})

it('the form names each column, and the format of days for the day alone', () => {
  const detection = { uploadId: 'u', settings: { header: true } } as Detection
  const draft = {
    matches: { score: 3, answeredAt: 0 },
    dateFormat: 'DD.MM.YYYY' as const,
    noAnswer: '11, N/A,, ',
    answeredOn: null,
  }
  expect(formOf(detection, draft)).toEqual({
    uploadId: 'u',
    settings: { header: true },
    columns: [
      { column: 3, target: 'score' },
      { column: 0, target: 'answeredAt', dateFormat: 'DD.MM.YYYY' },
    ],
    noAnswer: ['11', 'N/A'],
    answeredOn: null,
  })
})
