import { Node } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { isImageAddress } from '@steward/rich-text'

/** Stores pictures, shows how many are on their way, and receives what went wrong. */
export interface ImageStore {
  store(file: File): Promise<string>
  onPending(count: number): void
  onFault(error: unknown, file: File): void
}

type Act = { add: object; at: number } | { remove: object }

const pendingKey = new PluginKey<DecorationSet>('pendingImages')

function waiting(): HTMLElement {
  const element = document.createElement('span')
  element.className = 'rich-image-waiting'
  element.textContent = 'Uploading the image…'
  return element
}

/** Where pictures are on their way, while the text around them may change. */
const pendingPlugin = () =>
  new Plugin<DecorationSet>({
    key: pendingKey,
    state: {
      init: () => DecorationSet.empty,
      apply(step, held) {
        const mapped = held.map(step.mapping, step.doc)
        const act = step.getMeta(pendingKey) as Act | undefined
        if (!act) return mapped
        if ('add' in act) return mapped.add(step.doc, [Decoration.widget(act.at, waiting, { mark: act.add })])
        return mapped.remove(mapped.find(undefined, undefined, ({ mark }) => mark === act.remove))
      },
    },
    props: { decorations: (state) => pendingKey.getState(state) },
  })

function placeOf(view: EditorView, mark: object): number | undefined {
  return pendingKey.getState(view.state)?.find(undefined, undefined, (spec) => spec['mark'] === mark)[0]?.from
}

/** Stores pictures one after the other, each in its place of the text. */
export async function addImages(view: EditorView, files: readonly File[], at: number, images: ImageStore) {
  const marks = files.map((file) => ({ file }))
  for (const mark of marks) view.dispatch(view.state.tr.setMeta(pendingKey, { add: mark, at }))
  for (const [index, mark] of marks.entries()) {
    images.onPending(marks.length - index)
    const src = await images.store(mark.file).catch((error: unknown) => images.onFault(error, mark.file))
    if (view.isDestroyed) return
    const place = placeOf(view, mark)
    const step = view.state.tr.setMeta(pendingKey, { remove: mark })
    const node = src && view.state.schema.nodes['image']?.create({ src, alt: mark.file.name.slice(0, 255) })
    if (node && place !== undefined) step.replaceWith(place, place, node)
    view.dispatch(step)
  }
  images.onPending(0)
}

const picturesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** What an office program copies is a text and, beside it, a picture of the text; the text is meant. */
function isMeantAsText(data: DataTransfer | null): boolean {
  const html = data?.getData('text/html') ?? ''
  return (
    html.replaceAll(/<img\b[^>]*>|<!--[\s\S]*?-->|<\/?(?:html|head|body|meta)\b[^>]*>/gi, '').trim() !== ''
  )
}

/** Pictures that are pasted or dropped. */
const takingPlugin = (images: ImageStore) =>
  new Plugin({
    props: {
      handlePaste(view, { clipboardData }) {
        const files = picturesOf(clipboardData)
        if (files.length === 0 || isMeantAsText(clipboardData)) return false
        void addImages(view, files, view.state.selection.to, images)
        return true
      },
      handleDrop(view, event) {
        const files = picturesOf(event.dataTransfer)
        if (files.length === 0) return false
        event.preventDefault()
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        void addImages(view, files, at ?? view.state.selection.to, images)
        return true
      },
    },
  })

/** Pictures that are stored with us; others are skipped of what is pasted. Given a store, it takes new ones. */
export const Image = Node.create<{ images: ImageStore | null }>({
  name: 'image',
  group: 'block',
  draggable: true,
  addOptions: () => ({ images: null }),
  addAttributes: () => ({ src: { default: null }, alt: { default: null } }),
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (element) => isImageAddress(element.getAttribute('src')) && null },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addProseMirrorPlugins() {
    const { images } = this.options
    return images ? [pendingPlugin(), takingPlugin(images)] : []
  },
})
