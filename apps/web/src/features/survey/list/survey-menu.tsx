import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import type { Survey } from '@steward/contracts/survey/survey'
import { useCan } from '../../../api/can.ts'
import { useGo } from '../../../components/go.ts'
import { paths } from '../../../paths.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { setPaused, useSurveyAct } from '../survey.calls.ts'

type SurveyMenuProps = { survey: Survey; onDelete: () => void }

/** What can be done with a survey; nothing without the permission to edit surveys. */
export function SurveyMenu({ survey, onDelete }: SurveyMenuProps) {
  const go = useGo()
  const mayEdit = useCan()('survey.edit')
  const { surveyId, name, paused, publishedVersion } = survey
  const pause = useSurveyAct(
    () => setPaused(surveyId, !paused),
    (now) => (now.paused ? 'Survey paused' : 'Survey resumed'),
  )
  if (!mayEdit) return null
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" label={`Actions for ${name}`} icon={<IconDots aria-hidden />} />}
    >
      <MenuItem icon={<IconPencil aria-hidden />} onSelect={() => go(paths.editSurvey(surveyId))}>
        Edit
      </MenuItem>
      {publishedVersion !== null && (
        <MenuItem
          icon={paused ? <IconPlayerPlay aria-hidden /> : <IconPlayerPause aria-hidden />}
          onSelect={() => pause.mutate(undefined)}
        >
          {paused ? 'Resume' : 'Pause'}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem danger icon={<IconTrash aria-hidden />} onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  )
}
