import { Readable } from 'node:stream'
import { createSurveySchema } from '@steward/contracts/survey/survey'
import { surveyImportFormSchema } from '@steward/contracts/survey/import'
import type { Modules } from '../../modules.ts'
import type { Actor } from '../../platform/actor.ts'
import { cell, numberCell, required } from '../demo.file.ts'
import type { DemoSource } from '../demo.source.ts'
import { dayFrom, listCustomers, type Present } from './customer.ts'
import { contactIdOf } from './customer.records.ts'

type SurveyWork = {
  modules: Pick<Modules, 'sheets' | 'surveys' | 'surveyResponses'>
  actor: Actor
  source: DemoSource
  present: Present
}

/** The survey of the demo. */
export const surveyName = 'Relationship survey'

const fileName = 'relationship-survey.csv'
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Answers of contacts, as the file that another tool would export. */
function answersFile({ source, present }: SurveyWork): Buffer {
  const websites = new Map(
    listCustomers(source, present).map(({ row }) => [cell(row, 'account'), cell(row, 'website')]),
  )
  const lines = source.customerAnswers.map((row) => {
    const website = required(websites.get(cell(row, 'account')), cell(row, 'account'))
    const day = dayFrom(present.anchor, -(numberCell(row, 'days_ago') ?? 0))
    return [contactIdOf(row, website), cell(row, 'score'), cell(row, 'comment'), day].map(quoted).join(',')
  })
  return Buffer.from(['email,score,comment,answered', ...lines, ''].join('\n'))
}

const form = (uploadId: string) =>
  surveyImportFormSchema.parse({
    uploadId,
    columns: [
      { column: 0, target: 'email' },
      { column: 1, target: 'score' },
      { column: 2, target: 'comment' },
      { column: 3, target: 'answeredAt', dateFormat: 'YYYY-MM-DD' },
    ],
  })

async function ensureSurvey({ modules: { surveys }, actor }: SurveyWork): Promise<number> {
  const known = (await surveys.list(actor)).find(({ name }) => name === surveyName)
  if (known?.publishedVersion) return known.surveyId
  const { surveyId } =
    known ?? (await surveys.create(actor, createSurveySchema.parse({ name: surveyName, type: 'nps' })))
  await surveys.publish(actor, surveyId)
  return surveyId
}

/** Adds a survey whose answers are imported by a job. */
export async function addSurvey(work: SurveyWork): Promise<void> {
  const { modules, actor } = work
  const surveyId = await ensureSurvey(work)
  if ((await modules.surveyResponses.listImports(actor, surveyId)).length > 0) return
  const bytes = answersFile(work)
  const { uploadId } = await modules.sheets.createUpload(actor, { fileName, size: bytes.length })
  await modules.sheets.receiveUpload(actor, uploadId, 0, Readable.from([bytes]))
  await modules.surveyResponses.startImport(actor, surveyId, form(uploadId))
}
