import { useQueryClient } from '@tanstack/react-query'
import type { Survey } from '@steward/contracts/survey/survey'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { deleteSurvey, surveysKey } from '../survey.calls.ts'

type DeleteSurveyDialogProps = {
  survey: Pick<Survey, 'surveyId' | 'name'>
  onClose: () => void
  onDeleted?: () => void
}

/** Asks before a survey is deleted. */
export function DeleteSurveyDialog({ survey, onClose, onDeleted }: DeleteSurveyDialogProps) {
  const client = useQueryClient()
  return (
    <DeleteDialog
      name={survey.name}
      description="No one will be asked again, and its links and results are deleted. Answers stay on the timelines. This can’t be undone."
      done="Survey deleted"
      subject={surveysKey[0]}
      onDelete={async () => {
        await deleteSurvey(survey.surveyId)
        onDeleted?.()
        await client.invalidateQueries({ queryKey: [...surveysKey, 'list'] })
      }}
      onClose={onClose}
    />
  )
}
