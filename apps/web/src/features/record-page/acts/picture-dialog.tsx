import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { putRecord, recordListsKey, updateRecord } from '../../../entities/record/index.ts'
import { uploadRecordPicture } from './record-picture.calls.ts'
import { imageAddress } from '../../../entities/user/index.ts'
import { CropArea } from '../../../components/picture/crop-area.tsx'
import { firstCrop } from '../../../components/picture/crop.rules.ts'
import { FileButton } from '../../../components/picture/file-button.tsx'
import {
  drawWhole,
  encodeCrop,
  encodeWhole,
  readPicture,
  tooLargePicture,
  unreadablePicture,
} from '../../../components/picture/picture-file.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { useDone } from '../../../entities/change-set/index.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/dialog.tsx'

/** Sets the picture of the record and shows a message with Undo. Rejects with the reason. */
function useSetPicture() {
  const { level, id, record } = useRecordScreen()
  const client = useQueryClient()
  const done = useDone()
  return async (picture: Blob | null) => {
    const imageId = picture && (await uploadRecordPicture(level, picture))
    const { data, changeSetId } = await updateRecord(level, id, { imageId })
    putRecord(client, level, data)
    void client.invalidateQueries({ queryKey: recordListsKey(level) })
    const { name } = record.globalFields
    done(picture ? `Picture of ${name} saved` : `Picture of ${name} removed`, changeSetId, `record-${id}`)
  }
}

/** The picture of the record: chosen or dropped, taken away. Faces are cropped, logos shown whole. */
export function PictureDialog({ onClose }: { onClose: () => void }) {
  const { level, record } = useRecordScreen()
  const { name, imageId } = record.globalFields
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [crop, setCrop] = useState({ zoom: 1, x: 0, y: 0 })
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const setOfRecord = useSetPicture()
  const isFace = level.id === 3

  async function take(file: File | undefined) {
    if (!file) return
    const read = await readPicture(file)
    setFault(read ? null : unreadablePicture)
    setPicture(read)
    if (read) setCrop(firstCrop(read))
  }

  async function save(encode: () => Promise<Blob | null>) {
    setBusy(true)
    setFault(null)
    try {
      const encoded = await encode()
      if (picture && !encoded) return setFault(tooLargePicture)
      await setOfRecord(encoded)
      onClose()
    } catch (error) {
      if (!isSessionExpired(error)) setFault(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Picture of ${name}`}
      width={380}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {picture && (
            <Button
              variant="primary"
              busy={busy}
              onClick={() => void save(() => (isFace ? encodeCrop(picture, crop) : encodeWhole(picture)))}
            >
              Save picture
            </Button>
          )}
          {!picture && imageId && (
            <Button busy={busy} onClick={() => void save(() => Promise.resolve(null))}>
              Remove
            </Button>
          )}
        </>
      }
    >
      {picture && isFace && <CropArea picture={picture} crop={crop} onChange={setCrop} />}
      {picture && !isFace && <WholePicture picture={picture} />}
      {!picture && (
        <DropArea onFile={(file) => void take(file)}>
          <Avatar name={name} src={imageAddress(record.globalFields)} size={80} square={!isFace} />
          <div className="flex flex-col items-start gap-2">
            <FileButton hasPicture={imageId !== null} onFile={(file) => void take(file)} />
            <p className="text-label text-2">Choose a picture, or drop one here.</p>
          </div>
        </DropArea>
      )}
      <p role="alert" className="mt-3 text-label text-poor empty:hidden">
        {fault}
      </p>
    </Dialog>
  )
}

function DropArea({ onFile, children }: { onFile: (file: File | undefined) => void; children: ReactNode }) {
  const [over, setOver] = useState(false)
  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onFile(event.dataTransfer.files[0])
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cx(
        'flex items-center gap-4 rounded-card border border-dashed p-4',
        over ? 'border-accent bg-accent-soft' : 'border-edge',
      )}
    >
      {children}
    </div>
  )
}

/** Drawn at twice its size, for fine screens. */
const drawnPixels = 384

function WholePicture({ picture }: { picture: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawWhole(canvas.current, picture)
  }, [picture])
  return (
    <canvas
      ref={canvas}
      width={drawnPixels}
      height={drawnPixels}
      role="img"
      aria-label="The picture as it will be shown"
      className="mx-auto size-48 rounded-card border border-line"
    />
  )
}
