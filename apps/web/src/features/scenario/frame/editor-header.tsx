import { useQueryClient } from '@tanstack/react-query'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import type { Scenario } from '@steward/contracts/scenario/scenario'
import { isSessionExpired } from '../../../api/api-error.ts'
import { useCan } from '../../../api/can.ts'
import { errorText } from '../../../api/error-text.ts'
import { useGo } from '../../../components/go.ts'
import { PageHeader } from '../../../components/page-header.tsx'
import { useShortcut } from '../../../components/shortcuts.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { refreshScenarios, saveScenario, setActive, useScenarioAct } from '../scenario.calls.ts'
import { scenariosStep, statusTones, statusWords } from '../scenario-words.ts'
import { bodyOf } from '../editor/draft.rules.ts'
import type { GraphView } from '../editor/graph-view.ts'
import { countFaults, countProblems } from '../editor/problems.rules.ts'
import type { Shown } from '../editor/scenario-editor.tsx'
import { ScenarioMenu } from './scenario-menu.tsx'
import type { useScenarioDraft } from '../editor/use-scenario-draft.ts'

type EditorHeaderProps = {
  title: string
  scenario: Scenario | undefined
  edit: ReturnType<typeof useScenarioDraft>
  view: GraphView
  /** Whether the problems are those of the last change. */
  isChecked: boolean
  onShow: (shown: Shown) => void
}

function useSave({ scenario, edit }: EditorHeaderProps) {
  const client = useQueryClient()
  const go = useGo()
  return async (): Promise<number | undefined> => {
    try {
      const saved = await saveScenario(scenario?.scenarioId, bodyOf(edit.draft, edit.baseVersion))
      edit.settle(saved)
      await refreshScenarios(client)
      if (!scenario) go(paths.scenario(saved.scenarioId), { replace: true })
      return saved.scenarioId
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'scenarios' })
      return undefined
    }
  }
}

/** What a scenario is called and how it stands, and what can be done with it as a whole. */
export function EditorHeader(props: EditorHeaderProps) {
  const { title, scenario, edit } = props
  const may = useCan()
  return (
    <PageHeader
      title={title}
      breadcrumb={[scenariosStep]}
      aside={
        <>
          {scenario && <Badge tone={statusTones[scenario.status]}>{statusWords[scenario.status]}</Badge>}
          {edit.isDirty && <Badge tone="accent">Unsaved</Badge>}
        </>
      }
    >
      {may('scenario.edit') && <Acts {...props} />}
      {scenario && <ScenarioMenu scenario={scenario} />}
    </PageHeader>
  )
}

function Acts(props: EditorHeaderProps) {
  const { scenario, edit, view, isChecked, onShow } = props
  const store = useSave(props)
  const problems = countProblems(view.problems)
  const save = useScenarioAct(async () => {
    if ((await store()) !== undefined) toast.done('Scenario saved', { subject: 'scenarios' })
  })
  const activate = useScenarioAct(
    async () => {
      const id = edit.isDirty || !scenario ? await store() : scenario.scenarioId
      if (id !== undefined) await setActive(id, true)
      return id
    },
    (id) => (id === undefined ? '' : 'Scenario activated'),
  )
  const deactivate = useScenarioAct(
    async (id: number) => setActive(id, false),
    () => 'Scenario deactivated',
  )
  const trySave = () => {
    if (countFaults(view.problems) === 0) return save.mutate(undefined)
    toast.info('Fix the problems to save this scenario.', { subject: 'scenarios' })
    const [first] = view.problems.byNode.keys()
    onShow(first === undefined ? 'scenario' : { node: first })
  }
  useShortcut(view.isEditable ? 'mod+s' : null, trySave, { label: 'Save', group: 'Scenario' })
  const status = scenario?.status ?? 'draft'
  if (status === 'archived') return null
  return (
    <>
      {view.isEditable && (
        <Button size="sm" busy={save.isPending} onClick={trySave}>
          Save
        </Button>
      )}
      {status === 'active' && scenario ? (
        <Button
          size="sm"
          icon={<IconPlayerStop aria-hidden />}
          busy={deactivate.isPending}
          onClick={() => deactivate.mutate(scenario.scenarioId)}
        >
          Deactivate
        </Button>
      ) : (
        <Button
          size="sm"
          variant="primary"
          icon={<IconPlayerPlay aria-hidden />}
          busy={activate.isPending}
          disabled={view.isEditable && (problems > 0 || !isChecked)}
          onClick={() => activate.mutate(undefined)}
        >
          Activate
        </Button>
      )}
    </>
  )
}
