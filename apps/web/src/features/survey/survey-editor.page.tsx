import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { SurveyDetail } from '@steward/contracts/survey/survey'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { AppLink } from '../../components/app-link.tsx'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useRouteParam } from '../../components/route-param.ts'
import { LeaveWarning } from '../../components/settings/leave-warning.tsx'
import { NoPermission } from '../../components/settings/no-permission.tsx'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AudiencePanel } from './editor/audience-panel.tsx'
import { ChannelsPanel } from './editor/channels-panel.tsx'
import { draftLanguages, type EditorPart, partOfFault } from './editor/draft.rules.ts'
import { languageName } from './editor/language-name.ts'
import { LookPanel } from './editor/look-panel.tsx'
import { QuestionsPanel } from './editor/questions-panel.tsx'
import { SurveyPreview } from './editor/survey-preview.tsx'
import { ThanksPanel } from './editor/thanks-panel.tsx'
import { EditorProvider, type SurveyEditor, useEditor, useSurveyEditor } from './editor/use-survey-editor.ts'
import { surveyQuery } from './survey.calls.ts'
import { StateBadge } from './survey-words.tsx'

const panels: readonly { value: EditorPart; label: string; Body: () => ReactNode }[] = [
  { value: 'questions', label: 'Questions', Body: QuestionsPanel },
  { value: 'thanks', label: 'Thank-you pages', Body: ThanksPanel },
  { value: 'look', label: 'Look', Body: LookPanel },
  { value: 'audience', label: 'Audience', Body: AudiencePanel },
  { value: 'channels', label: 'Channels', Body: ChannelsPanel },
]

/** Writes a survey; what is published stays as it is until it is published again. */
export function SurveyEditorPage() {
  const surveyId = Number(useRouteParam('surveyId'))
  const may = useCan()('survey.edit')
  // What is being edited is not replaced by what others do: saving says so.
  const { data, error, refetch } = useQuery({
    ...surveyQuery(surveyId),
    enabled: may,
    refetchOnWindowFocus: false,
  })
  if (data) return <Editor key={surveyId} start={data} />
  return (
    <PageFrame title="Edit survey" route="surveys">
      <PageHeader title="Edit survey" breadcrumb={[{ label: 'Surveys', to: paths.surveys }]} />
      <PageContent>
        {!may && <NoPermission what="the editor of surveys" />}
        {may && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
        {may && !error && <Skeleton className="m-4 h-80" />}
      </PageContent>
    </PageFrame>
  )
}

function Editor({ start }: { start: SurveyDetail }) {
  const [part, setPart] = useState<EditorPart>('questions')
  const editor = useSurveyEditor(start, setPart)
  const { saved, draft, isDirty, faults } = editor
  const Body = panels.find(({ value }) => value === part)!.Body
  const faulty = new Set(Object.keys(faults).map(partOfFault))
  return (
    <EditorProvider value={editor}>
      <PageFrame title={draft.name} route="surveys">
        <PageHeader
          title={draft.name}
          breadcrumb={[{ label: 'Surveys', to: paths.surveys }]}
          aside={<StateBadge state={saved.state} />}
        >
          <EditorActs editor={editor} />
        </PageHeader>
        <PageContent>
          <LeaveWarning dirty={isDirty} />
          <div className="grid gap-6 p-4 lg:grid-cols-[minmax(0,1fr)_minmax(320px,420px)]">
            <div className="flex min-w-0 flex-col gap-4">
              <LanguageChoice />
              <Tabs
                label="Parts of the survey"
                value={part}
                onChange={setPart}
                tabs={panels.map(({ value, label }) => ({
                  value,
                  label,
                  ...(faulty.has(value) ? { count: '!' } : {}),
                }))}
              >
                <div className="pt-4">
                  <Body />
                </div>
              </Tabs>
            </div>
            <div className="lg:sticky lg:top-4 lg:self-start">
              <SurveyPreview />
            </div>
          </div>
        </PageContent>
      </PageFrame>
    </EditorProvider>
  )
}

function EditorActs({ editor }: { editor: SurveyEditor }) {
  const { saved, isDirty, busy } = editor
  const isCurrent = saved.publishedVersion !== null && !saved.hasUnpublishedChanges && !isDirty
  return (
    <>
      {saved.publishedVersion !== null && (
        <AppLink
          to={paths.survey(saved.surveyId)}
          className={cx(buttonClass({ size: 'sm' }), 'max-sm:hidden')}
        >
          Responses
        </AppLink>
      )}
      <Button size="sm" busy={busy === 'saving'} disabled={!isDirty} onClick={() => void editor.save()}>
        Save
      </Button>
      <Button
        size="sm"
        variant="primary"
        busy={busy === 'publishing'}
        disabled={isCurrent}
        onClick={() => void editor.publish()}
      >
        Publish
      </Button>
    </>
  )
}

/** In which language texts are written; languages are added in the look. */
function LanguageChoice() {
  const { draft, language, setLanguage } = useEditor()
  const languages = [...new Set([...draftLanguages(draft.questions, draft.defaultLanguage), language])]
  if (languages.length < 2) return null
  return (
    <Select
      aria-label="Language of the texts"
      size="sm"
      className="w-44 self-start"
      value={language}
      options={languages.map((value) => ({ value, label: languageName(value) }))}
      onChange={(next) => next && setLanguage(next)}
    />
  )
}
