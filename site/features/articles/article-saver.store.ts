import { atom } from 'nanostores'
import * as v from 'valibot'
import {
  formatActionFailure,
  withFailureMessage,
  toRevisionConflict,
} from '#site/ui/admin/action-failure.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { RevisionConflict } from '#worker/contracts/errors.ts'
import type { AdminArticle } from '#worker/features/articles/contract.ts'
import { ArticleForm, toArticleBody, toFormValues, type ArticleValues } from './article-form.ts'

const autosaveMs = 1500

export type SaveState =
  | { kind: 'saved' | 'unsaved' | 'saving' }
  | { kind: 'incomplete' }
  | { kind: 'failed'; text: string }
  | { kind: 'conflict'; theirs: RevisionConflict }

function toFailureState(error: unknown): SaveState {
  const theirs = toRevisionConflict(error)
  if (theirs) return { kind: 'conflict', theirs }
  return { kind: 'failed', text: formatActionFailure(m.editor_save_failed(), error) }
}

function areValuesEqual(one: ArticleValues, other: ArticleValues | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

type Dependencies = {
  api: Pick<Api, 'post' | 'put'>
  /** After the first save. */
  onCreated: (article: AdminArticle) => void
}

function sendArticle(
  api: Dependencies['api'],
  article: AdminArticle | undefined,
  values: ArticleValues,
  isAutosave: boolean,
): Promise<AdminArticle> {
  const body = toArticleBody(values)
  if (!article) return api.post('admin/articles', { body })
  const { id, revision, published_at } = article
  // Once published its address stays, whatever the field shows.
  const slug = published_at === null ? body.slug : null
  return api.put('admin/articles/:id', {
    params: { id },
    body: { ...body, slug, revision, is_autosave: isAutosave },
  })
}

/** Drafts are saved once typing stops, a published article when asked to; one save at a time. */
export function createArticleSaver({ api, onCreated }: Dependencies, first?: AdminArticle) {
  const $article = atom(first)
  const $state = atom<SaveState>({ kind: 'saved' })
  let latest = toFormValues(first)
  let stored: ArticleValues | undefined = latest
  let timer: ReturnType<typeof setTimeout> | undefined
  let queue: Promise<void> = Promise.resolve()

  async function write(isAutosave: boolean): Promise<void> {
    const values = latest
    if (areValuesEqual(values, stored)) return settle()
    $state.set({ kind: 'saving' })
    try {
      const before = $article.get()
      const call = sendArticle(api, before, values, isAutosave)
      const article = await withFailureMessage(m.editor_save_failed(), call)
      stored = values
      keep(article)
      if (!before) onCreated(article)
    } catch (error) {
      $state.set(toFailureState(error))
      throw error
    }
  }

  function settle(): void {
    clearTimeout(timer)
    if (areValuesEqual(latest, stored)) return $state.set({ kind: 'saved' })
    if (!v.is(ArticleForm, latest)) return $state.set({ kind: 'incomplete' })
    $state.set({ kind: 'unsaved' })
    if ($article.get()?.status === 'published') return
    timer = setTimeout(() => void save(true).catch(() => undefined), autosaveMs)
  }

  function save(isAutosave = false): Promise<void> {
    clearTimeout(timer)
    queue = queue.catch(() => undefined).then(() => write(isAutosave))
    return queue
  }

  /** Over that revision, and over none that came later. */
  function saveOver(revision: number): Promise<void> {
    const article = $article.get()
    if (article) $article.set({ ...article, revision })
    stored = undefined
    return save()
  }

  function keep(article: AdminArticle): void {
    $article.set(article)
    settle()
  }

  /** Only a conflict changes what can be saved. */
  function refuse(error: unknown): void {
    const theirs = toRevisionConflict(error)
    if (theirs) $state.set({ kind: 'conflict', theirs })
  }

  function change(values: ArticleValues): void {
    latest = values
    // A conflict is for the writer to solve, not for the next autosave.
    if (!['saving', 'conflict'].includes($state.get().kind)) settle()
  }

  function replace(article: AdminArticle): void {
    latest = stored = toFormValues(article)
    keep(article)
  }

  return { $article, $state, change, save, saveOver, keep, refuse, replace }
}
