import type { DateFormat } from '@steward/contracts/plain/cell-format'
import type { SurveyImportForm } from '@steward/contracts/survey/import'
import { parseDateCell } from '../../platform/tabular/index.ts'
import type { Sheets } from '../sheet/index.ts'
import type { AskedSurvey } from '../survey-management/index.ts'
import { createRowReader, type ReadRow } from './import.rules.ts'

/** A line of the file, and what it says. */
export interface SourceLine {
  row: number
  line: number
  read: ReadRow
}

type Response = Extract<ReadRow, { kind: 'response' }>

const readDay = (cell: string, format: string | undefined): string | undefined =>
  parseDateCell(cell, (format ?? 'YYYY-MM-DD') as DateFormat)

export const responsesIn = (lines: readonly SourceLine[]): (SourceLine & { read: Response })[] =>
  lines.filter((line): line is SourceLine & { read: Response } => line.read.kind === 'response')

/** The lines of a file in batches, read as responses. Throws TableError. */
export async function* readLines(
  sheets: Pick<Sheets, 'openTable'>,
  tenantId: number,
  { survey, content }: AskedSurvey,
  file: { uploadId: string; fileName: string },
  form: SurveyImportForm,
): AsyncGenerator<SourceLine[]> {
  const read = createRowReader(survey.type, content, form, readDay)
  const source = await sheets.openTable(tenantId, file, form.settings)
  for await (const { rows } of source.batches()) {
    yield rows.map(({ row, line, cells, problem }) => ({
      row,
      line,
      read: problem ? { kind: 'refused', message: problem } : read(cells.map(String)),
    }))
  }
}
