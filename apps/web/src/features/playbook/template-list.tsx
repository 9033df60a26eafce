import { useState } from 'react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { levelOf, type LevelName } from '@steward/contracts/level'
import type { PlaybookTemplate } from '@steward/contracts/playbook/template'
import { isSessionExpired } from '../../api/api-error.ts'
import { useCan } from '../../api/can.ts'
import { errorPanelProps, errorText } from '../../api/error-text.ts'
import { AppLink } from '../../components/app-link.tsx'
import { useGo } from '../../components/go.ts'
import { PageContent } from '../../components/page-frame.tsx'
import { agoText } from '../../components/time-text.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { ApplyDrawer } from './apply/apply-drawer.tsx'
import { ArchiveDialog } from './archive-dialog.tsx'
import { EffectDrawer } from './effect-drawer.tsx'
import { playbooksQuery, refreshPlaybooks, setActive, startersQuery } from './playbook.calls.ts'
import { counted, templateTones, templateWords } from './playbook-words.ts'

/** The playbooks that can be applied, and those that could be. */
export function TemplateList() {
  const query = useInfiniteQuery(playbooksQuery)
  const rows = query.data?.pages.flatMap(({ data }) => data)
  return (
    <PageContent className="h-full">
      {rows && <Rows rows={rows} />}
      {!rows && <Unloaded error={query.error} onRetry={() => void query.refetch()} />}
      {query.hasNextPage && (
        <div className="p-4">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </PageContent>
  )
}

function Unloaded({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={onRetry} />
  return <Skeleton className="m-6 h-32 w-96" />
}

const Rows = ({ rows }: { rows: readonly PlaybookTemplate[] }) =>
  rows.length === 0 ? <NoPlaybooks /> : <Playbooks rows={rows} />

export function NewButton() {
  const go = useGo()
  const { data: starters = [] } = useQuery(startersQuery)
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" variant="primary" icon={<IconPlus aria-hidden />}>
          New playbook
        </Button>
      }
    >
      <MenuItem onSelect={() => go(paths.newPlaybook)}>Empty playbook</MenuItem>
      <MenuSeparator />
      {starters.map(({ starter, name }) => (
        <MenuItem key={starter} onSelect={() => go(paths.playbookFromStarter(starter))}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}

function NoPlaybooks() {
  const may = useCan()
  return (
    <EmptyState
      kind="nothing"
      title="No playbooks yet"
      action={may('playbook.edit') ? <NewButton /> : undefined}
    >
      A playbook is a series of steps that your team repeats, such as an onboarding or a renewal. Start with
      one that is ready to use.
    </EmptyState>
  )
}

type Asked = { what: 'apply' | 'archive' | 'effect'; template: PlaybookTemplate }

function Playbooks({ rows }: { rows: readonly PlaybookTemplate[] }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <ul aria-label="Playbooks" className="flex flex-col">
        {rows.map((template) => (
          <PlaybookRow
            key={template.templateId}
            template={template}
            onAsk={(what) => setAsked({ what, template })}
          />
        ))}
      </ul>
      {asked?.what === 'apply' && <ApplyDrawer template={asked.template} onClose={close} />}
      {asked?.what === 'archive' && <ArchiveDialog template={asked.template} onClose={close} />}
      {asked?.what === 'effect' && <EffectDrawer template={asked.template} onClose={close} />}
    </>
  )
}

type PlaybookRowProps = { template: PlaybookTemplate; onAsk: (what: Asked['what']) => void }

function summaryOf({ level, steps, runningInstances, lastAppliedAt }: PlaybookTemplate): string {
  const { plural } = levelOf(level as LevelName)
  return [
    `${plural[0]?.toUpperCase()}${plural.slice(1)}`,
    counted(steps.length, 'step'),
    `${runningInstances.toLocaleString()} running`,
    ...(lastAppliedAt ? [`last applied ${agoText(lastAppliedAt)}`] : []),
  ].join(' · ')
}

function PlaybookRow({ template, onAsk }: PlaybookRowProps) {
  const may = useCan()
  const { templateId, name, status } = template
  return (
    <li className="relative flex items-center gap-3 border-b border-line px-4 py-2.5 hover:bg-hover md:px-6">
      <div className="min-w-0 flex-1">
        <AppLink
          to={paths.playbook(templateId)}
          className="block max-w-full truncate rounded-chip font-medium after:absolute after:inset-0 hover:underline"
        >
          {name}
        </AppLink>
        <p className="truncate text-label text-2">{summaryOf(template)}</p>
      </div>
      <Badge tone={templateTones[status]}>{templateWords[status]}</Badge>
      <div className="relative flex items-center gap-1">
        {status === 'active' && may('playbook.apply') && (
          <Button size="sm" aria-label={`Apply ${name}`} onClick={() => onAsk('apply')}>
            Apply
          </Button>
        )}
        {may('playbook.edit') && <RowMenu template={template} onAsk={onAsk} />}
      </div>
    </li>
  )
}

function RowMenu({ template, onAsk }: PlaybookRowProps) {
  const client = useQueryClient()
  const go = useGo()
  const { templateId, name, status, effect } = template

  async function toggle() {
    try {
      await setActive(templateId, status !== 'active')
      await refreshPlaybooks(client)
      toast.done(status === 'active' ? 'Playbook deactivated' : 'Playbook activated', { subject: 'playbook' })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'playbook' })
    }
  }

  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" label={`More actions for ${name}`} icon={<IconDots aria-hidden />} />}
    >
      <MenuItem onSelect={() => go(paths.playbook(templateId))}>Edit</MenuItem>
      <MenuItem onSelect={() => void toggle()}>{status === 'active' ? 'Deactivate' : 'Activate'}</MenuItem>
      {effect && <MenuItem onSelect={() => onAsk('effect')}>Does it work?</MenuItem>}
      {status !== 'archived' && (
        <>
          <MenuSeparator />
          <MenuItem danger onSelect={() => onAsk('archive')}>
            Archive
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
