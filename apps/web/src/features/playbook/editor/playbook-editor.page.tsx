import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconHistory } from '@tabler/icons-react'
import type { PlaybookTemplate } from '@steward/contracts/playbook/template'
import { ApiError, isSessionExpired } from '../../../api/api-error.ts'
import { useCan } from '../../../api/can.ts'
import { errorPanelProps, errorText } from '../../../api/error-text.ts'
import { useGo } from '../../../components/go.ts'
import { PageContent, PageFrame } from '../../../components/page-frame.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { useRouteParam } from '../../../components/route-param.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { LeaveWarning } from '../../../components/settings/leave-warning.tsx'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { playbookQuery, refreshPlaybooks, savePlaybook, startersQuery } from '../playbook.calls.ts'
import { templateTones, templateWords } from '../playbook-words.ts'
import { ChangeLogDrawer } from './change-log.drawer.tsx'
import { PlaybookFields } from './playbook-fields.tsx'
import { emptyForm, formOf, formOfStarter, type PlaybookForm } from './playbook-form.ts'
import { StepList } from './step-list.tsx'
import { StepTimeline } from './step-timeline.tsx'

/** A playbook with its steps: a new one, one that begins with a starter, or one that is edited. */
export function PlaybookEditorPage() {
  const templateId = Number(useRouteParam('templateId')) || undefined
  const [search] = useSearchParams()
  const stored = useQuery({ ...playbookQuery(templateId ?? 0), enabled: templateId !== undefined })
  const isStarter = templateId === undefined && typeof search['starter'] === 'string'
  const starters = useQuery({ ...startersQuery, enabled: isStarter })
  const starter = starters.data?.find((one) => one.starter === search['starter'])
  if (templateId === undefined && (!isStarter || starter)) {
    return <Editor key="new" start={starter ? formOfStarter(starter) : emptyForm()} template={undefined} />
  }
  if (stored.data)
    return <Editor key={stored.data.version} start={formOf(stored.data)} template={stored.data} />
  return <Unloaded query={isStarter ? starters : stored} />
}

function Unloaded({ query }: { query: { error: Error | null; refetch: () => unknown } }) {
  const { error, refetch } = query
  return (
    <PageFrame title="Playbook">
      {error ? (
        <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="m-6 h-40" />
      )}
    </PageFrame>
  )
}

function ChangeLogButton({ templateId }: { templateId: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={<IconHistory aria-hidden />} onClick={() => setOpen(true)}>
        Change log
      </Button>
      {isOpen && <ChangeLogDrawer templateId={templateId} onClose={() => setOpen(false)} />}
    </>
  )
}

type EditorProps = { start: PlaybookForm; template: PlaybookTemplate | undefined }

function Editor({ start, template }: EditorProps) {
  const client = useQueryClient()
  const go = useGo()
  const may = useCan()
  const mayEdit = may('playbook.edit')
  const [form, setForm] = useState(start)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const change = (next: Partial<PlaybookForm>) => setForm((held) => ({ ...held, ...next }))
  const isChanged = JSON.stringify(form) !== JSON.stringify(start)

  async function save() {
    setBusy(true)
    setFault(null)
    setFaults({})
    try {
      const saved = await savePlaybook(template?.templateId, form)
      setSaved(true)
      await refreshPlaybooks(client)
      toast.done(saved.status === 'active' ? 'Playbook saved' : 'Playbook saved. Activate it to apply it.', {
        subject: 'playbook',
      })
      go(paths.playbooks)
    } catch (error) {
      setBusy(false)
      if (isSessionExpired(error)) return
      setFaults(error instanceof ApiError ? (error.fields ?? {}) : {})
      setFault(errorText(error))
    }
  }

  const title = template?.name ?? 'New playbook'
  return (
    <PageFrame title={title} route="playbook">
      <PageHeader
        title={title}
        breadcrumb={[{ label: 'Playbooks', to: paths.playbooks }]}
        aside={
          template && <Badge tone={templateTones[template.status]}>{templateWords[template.status]}</Badge>
        }
      >
        {template && <ChangeLogButton templateId={template.templateId} />}
        {mayEdit && (
          <Button size="sm" variant="primary" busy={busy} onClick={() => void save()}>
            Save playbook
          </Button>
        )}
      </PageHeader>
      <PageContent>
        <fieldset disabled={!mayEdit} className="flex min-w-0 max-w-220 flex-col gap-5 p-4 md:px-6">
          <FormAlert text={fault} />
          <PlaybookFields form={form} faults={faults} isNew={template === undefined} onChange={change} />
          <StepTimeline form={form} />
          <StepList form={form} faults={faults} onChange={(steps) => change({ steps })} />
        </fieldset>
        <LeaveWarning dirty={isChanged && !isSaved} />
      </PageContent>
    </PageFrame>
  )
}
