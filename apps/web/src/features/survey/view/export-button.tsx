import { IconDownload } from '@tabler/icons-react'
import type { ResponseFilters } from '@steward/contracts/survey/response'
import { download } from '../../../api/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { exportAddress } from '../response.calls.ts'
import { useSurveyAct } from '../survey.calls.ts'

type ExportButtonProps = { surveyId: number; filters: ResponseFilters }

/** Saves all responses that the filters find as a CSV file. */
export function ExportButton({ surveyId, filters }: ExportButtonProps) {
  const run = useSurveyAct(() => download(exportAddress(surveyId, filters)))
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
