import { useEffect, useEffectEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { levelTitle } from '../../../entities/level/index.ts'
import { PageContent } from '../../../components/page-frame.tsx'
import { useGo } from '../../../components/go.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { useDirty } from '../../../ui/dirty.ts'
import { sizeText } from '../../../entities/file/index.ts'
import {
  DropZone,
  handFiles,
  takeHandedFiles,
  type Upload,
  UploadProgress,
  uploadQuery,
  useFileUpload,
} from '../../../entities/table-file/index.ts'
import { BegunUpload } from './begun-upload.tsx'
import { LevelCards } from './level-cards.tsx'
import { downloadSample } from './sample-file.ts'
import { StepHeading } from '../wizard/step-heading.tsx'
import { forgetDraft } from '../wizard/import-draft.ts'
import { WizardFooter } from '../wizard/wizard-footer.tsx'
import type { MoveTo, WizardPlace } from '../wizard/wizard-place.ts'

/** Which level, and which file. */
export function FileStep({ place, moveTo }: { place: WizardPlace; moveTo: MoveTo }) {
  const go = useGo()
  const { data: begun = null } = useQuery({
    ...uploadQuery(place.upload ?? ''),
    enabled: place.upload !== null,
    retry: false,
  })
  const { file, error, send, cancel } = useFileUpload({
    onBegun: (upload) => moveTo({ upload, step: 'file', preview: null }, { replace: true }),
    onDone: (upload) => moveTo({ upload, step: 'read', preview: null }),
    onCancelled: (sent) => {
      if (sent) forgetDraft(sent)
      moveTo({ upload: null, step: 'file', preview: null }, { replace: true })
    },
  })
  const sendHanded = useEffectEvent(() => {
    const [dropped] = takeHandedFiles()
    if (dropped) void send(dropped, null)
  })
  useEffect(() => sendHanded(), [])
  useDirty(file !== null)
  const isThere = begun?.complete === true && file === null

  return (
    <>
      <PageContent className="px-4 py-6">
        <div className="mx-auto flex max-w-240 flex-col gap-6">
          <StepHeading title="Which file do you want to import?">
            Nothing changes yet. You'll see exactly what will happen before you start.
          </StepHeading>
          <LevelCards
            value={place.level}
            disabled={file !== null}
            onChange={(level) => moveTo({ level, preview: null }, { replace: true })}
          />
          {file ? (
            <UploadProgress file={file} onCancel={cancel} />
          ) : (
            <DropZone
              error={error}
              replaces={begun?.complete === true}
              onFile={(chosen) => void send(chosen, unfinished(begun))}
              onFiles={(chosen) => {
                handFiles(chosen)
                go(paths.relatedFiles)
              }}
            >
              {begun && <BegunUpload upload={begun} />}
            </DropZone>
          )}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-label text-2">
            <span>Need an example?</span>
            <Button
              size="sm"
              variant="ghost"
              icon={<IconDownload aria-hidden />}
              onClick={() => downloadSample(place.level)}
            >
              Download a sample file for {levelTitle(place.level).toLowerCase()}
            </Button>
          </div>
        </div>
      </PageContent>
      <WizardFooter note={isThere ? `${begun.fileName}, ${sizeText(begun.size)}, is uploaded.` : null}>
        <Button
          onClick={() => {
            if (file) cancel()
            go(paths.imports)
          }}
        >
          Cancel
        </Button>
        <Button variant="primary" disabled={!isThere} onClick={() => moveTo({ step: 'read' })}>
          Next: read the file
        </Button>
      </WizardFooter>
    </>
  )
}

function unfinished(upload: Upload | null): Upload | null {
  return upload?.complete ? null : upload
}
