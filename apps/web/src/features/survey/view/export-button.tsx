import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { surveyLimits } from '@steward/contracts/plain/survey'
import type { ResponseFilters, SurveyResponse } from '@steward/contracts/survey/response'
import { saveFile } from '../../../api/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { readResponses } from '../response.calls.ts'
import { surveyVersionsQuery, useSurveyAct } from '../survey.calls.ts'
import { csvOf } from './export.rules.ts'

async function readAll(surveyId: number, filters: ResponseFilters): Promise<SurveyResponse[]> {
  const all: SurveyResponse[] = []
  let startAtKey: string | undefined
  do {
    const page = await readResponses(surveyId, filters, startAtKey, surveyLimits.mostResponses)
    all.push(...page.data)
    startAtKey = page.lastFetchedKey ?? undefined
  } while (startAtKey !== undefined)
  return all
}

type ExportButtonProps = { surveyId: number; name: string; filters: ResponseFilters }

/** Saves all responses that the filters find as a CSV file. */
export function ExportButton({ surveyId, name, filters }: ExportButtonProps) {
  const client = useQueryClient()
  const run = useSurveyAct(async () => {
    const versions = await client.fetchQuery(surveyVersionsQuery(surveyId))
    const csv = csvOf(await readAll(surveyId, filters), versions)
    saveFile(new Blob(['\uFEFF', csv], { type: 'text/csv' }), `${name}.csv`)
  })
  return (
    <Button
      size="sm"
      variant="primary"
      icon={<IconDownload aria-hidden />}
      busy={run.isPending}
      onClick={() => run.mutate(undefined)}
    >
      Export
    </Button>
  )
}
