/** A table that another module writes in a statement of its own. */
export interface SharedWrite {
  table: string
  writer: string
  why: string
}

export const sharedWrites: readonly SharedWrite[] = [
  {
    table: 'event',
    writer: 'record',
    why: 'One statement writes a record, its ledger rows and the event.',
  },
  {
    table: 'event',
    writer: 'timeline',
    why: 'A trigger on places publishes the event, whichever statement moves them.',
  },
  {
    table: 'event',
    writer: 'survey-response',
    why: 'One statement writes a response, its counts, the mark on what was asked and the event.',
  },
  {
    table: 'survey_ask',
    writer: 'survey-response',
    why: 'The same statement notes when it was answered.',
  },
  {
    table: 'survey_ask_count',
    writer: 'survey-response',
    why: 'The same statement counts who answered.',
  },
  {
    table: 'one_time_code',
    writer: 'identity-provider',
    why: 'A sign-in that returns from a provider hands over by a code, used up in one statement.',
  },
]
