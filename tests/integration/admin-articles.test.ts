import { beforeEach, describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { listInvalidatedTags } from '#worker/caching/cache-tags.ts'
import type {
  AdminArticle,
  AdminArticleSummary,
  ArticleView,
} from '#worker/features/articles/contract.ts'
import { minute } from '#tests/support/drivers/durations.ts'
import { type Member, callAs, createMember } from '#tests/support/factories/members.ts'
import { startFakeCdn, type FakeCdn } from '#tests/support/fakes/fake-cdn.ts'
import { testWith, worker } from '#tests/support/fixtures/built-worker.ts'

let edge: FakeCdn
let moderator: Member
let member: Member
const test = testWith(async () => (edge = await startFakeCdn()))

test.beforeAll(async () => {
  moderator = await createMember(worker, { role: 'moderator' })
  member = await createMember(worker)
})
beforeEach(async () => {
  await worker.sql`delete from articles`
  await worker.sql`delete from audit_entries`
})

type Asked = { by?: Member; now?: number; body?: unknown }

function ask<Body = AdminArticle & ErrorEnvelope>(
  method: string,
  path: string,
  { by = moderator, now = Date.now(), body }: Asked = {},
) {
  return callAs<Body>(worker, by, method, `admin/articles${path}`, { body, now })
}

const facts = { title: 'On streams', markdown: 'Long **text**.', language: 'en' }

async function make(changes: Record<string, unknown> = {}, asked: Asked = {}) {
  const { status, body } = await ask('POST', '', { ...asked, body: { ...facts, ...changes } })
  expect([status, body.code]).toEqual([201, undefined])
  return body
}

function save(
  { id, revision }: Pick<AdminArticle, 'id' | 'revision'>,
  changes: Record<string, unknown>,
  asked: Asked = {},
) {
  return ask('PUT', `/${id}`, { ...asked, body: { ...facts, revision, ...changes } })
}

const rowOf = async (id: number) =>
  (await worker.sql<Record<string, unknown>>`select * from articles where id = ${id}`)[0]

async function acts(): Promise<unknown[]> {
  const rows = await worker.sql<Record<string, unknown>>`select act, actor_id as actor, from_state
    as "from", to_state as "to" from audit_entries
    where subject_type = 'article' order by id`
  return rows.map(({ act, actor, from, to }) => [act, actor, from, to])
}

async function forgotten(): Promise<string[]> {
  await worker.drainQueue(Date.now())
  return [...new Set(edge.calls.splice(0).flat())].sort()
}

const isPublic = async (slug: string) =>
  (await worker.call('GET', `articles/${slug}`)).status === 200

describe('beginning an article', () => {
  test('makes a draft that only those who write can see', async () => {
    const article = await make({ cover_path: 'uploads/a.webp', excerpt: 'In short' })
    expect(article).toMatchObject({
      slug: 'on-streams',
      title: 'On streams',
      excerpt: 'In short',
      markdown: 'Long **text**.',
      language: 'en',
      status: 'draft',
      author: moderator.username,
      cover_path: 'uploads/a.webp',
      is_slug_chosen: false,
      revision: 0,
      published_at: null,
    })
    expect(await rowOf(article.id)).toMatchObject({ author_id: moderator.userId, status: 'draft' })
    expect(await acts()).toEqual([['create', moderator.userId, null, 'On streams']])
    expect((await ask('GET', `/${article.id}`)).body).toEqual(article)
    expect(await isPublic('on-streams')).toBe(false)
  })

  test('finds an address of its own, or takes the one that was chosen', async () => {
    const slugs = []
    for (const title of ['On streams', 'ON STREAMS', 'What to watch this week', '日本語']) {
      slugs.push((await make({ title })).slug)
    }
    expect(slugs).toEqual([
      'on-streams',
      'on-streams-2',
      'article-what-to-watch-this-week',
      'article',
    ])
    const chosen = await make({ slug: 'mine' })
    expect([chosen.slug, chosen.is_slug_chosen]).toEqual(['mine', true])
    for (const slug of ['mine', 'zevent-2025-guide']) {
      const { status, body } = await ask('POST', '', { body: { ...facts, slug } })
      expect([status, body.code]).toEqual([409, 'slug_taken'])
    }
  })

  test.each([
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(151) }],
    ['slug', { slug: 'Not-This' }],
    ['slug', { slug: 'a--b' }],
    ['excerpt', { excerpt: 'x'.repeat(301) }],
    ['markdown', { markdown: 'x'.repeat(60_001) }],
    ['markdown', { markdown: 'a\u0000b' }],
    ['language', { language: 'de' }],
    ['cover_path', { cover_path: '//evil.example/a.png' }],
    ['paid_by', { paid_by: 'Acme\nLtd' }],
  ])('names the faulty %s', async (path, change) => {
    const { status, body } = await ask('POST', '', { body: { ...facts, ...change } })
    expect([status, body.details]).toEqual([422, [expect.objectContaining({ path })]])
    expect(await worker.sql`select 1 from articles`).toEqual([])
  })

  test('takes the longest text in whatever letters, and no longer body', async () => {
    const { markdown } = await make({ markdown: '€'.repeat(60_000) })
    expect(markdown).toHaveLength(60_000)
    const { status } = await ask('POST', '', { body: { ...facts, markdown: 'x'.repeat(500_000) } })
    expect(status).toBe(413)
  })
})

describe('saving', () => {
  test('counts revisions, and lets the address follow the title of a draft', async () => {
    const first = await make()
    const second = await save(first, { title: 'On raids', markdown: ' as typed \n' })
    expect(second.body).toMatchObject({ slug: 'on-raids', revision: 1, markdown: ' as typed \n' })
    expect(await rowOf(first.id)).toMatchObject({ title: 'On raids', revision: 1 })
    expect((await acts()).at(-1)).toEqual(['edit', moderator.userId, 'On streams', 'On raids'])
  })

  test('upon an old revision is refused, and says who saved since', async ({
    moderator: colleague,
  }) => {
    const first = await make()
    const at = Date.now() + minute
    await save(first, { markdown: 'Theirs' }, { by: colleague, now: at })
    const late = await save(first, { markdown: 'Mine' })
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
    expect(late.body.details).toEqual({
      by: colleague.username,
      at: new Date(at).toISOString(),
      revision: 1,
    })
    expect(await rowOf(first.id)).toMatchObject({ markdown: 'Theirs', revision: 1 })
    const over = await save({ ...first, revision: 1 }, { markdown: 'Mine' })
    expect([over.status, over.body.revision]).toEqual([200, 2])
  })

  test('of two at once only one is stored', async ({ moderator: colleague }) => {
    const first = await make()
    const answers = await Promise.all([
      save(first, { markdown: 'One' }),
      save(first, { markdown: 'Two' }, { by: colleague }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await rowOf(first.id)).toMatchObject({ revision: 1 })
  })

  test('by itself is one entry of the log for a sitting', async ({ moderator: colleague }) => {
    const start = Date.now()
    let article = await make({}, { now: start })
    const type = async (minutes: number, asked: Asked = {}) => {
      const now = start + minutes * minute
      const changes = { markdown: `At ${minutes}`, is_autosave: true }
      article = (await save(article, changes, { now, ...asked })).body
    }
    await type(1)
    await type(9)
    expect(await acts()).toHaveLength(1)
    await type(11)
    expect(await acts()).toHaveLength(2)
    await type(12, { by: colleague })
    await type(13)
    const actors = (await acts()).map((act) => (act as unknown[])[1])
    expect(actors.slice(2)).toEqual([colleague.userId, moderator.userId])
  })

  test('is refused for an unknown article and under another’s address', async () => {
    const first = await make()
    await make({ title: 'Other' })
    const unknown = await save({ id: 999_999, revision: 0 }, {})
    expect([unknown.status, unknown.body.code]).toEqual([404, 'article_not_found'])
    const taken = await save(first, { slug: 'other' })
    expect([taken.status, taken.body.code]).toEqual([409, 'slug_taken'])
  })
})

describe('publishing', () => {
  test('shows the article to everybody, and has the edge forget the lists', async () => {
    const now = Date.now()
    const { id, slug } = await make()
    await forgotten()
    const published = await ask('POST', `/${id}/publish`, { now })
    expect(published.body).toMatchObject({
      status: 'published',
      published_at: new Date(now).toISOString(),
    })
    expect(await forgotten()).toEqual([...listInvalidatedTags({ type: 'article', id })].sort())
    const shown = await worker.call<ArticleView>('GET', `articles/${slug}`)
    expect(shown.body.html).toBe('<p>Long <strong>text</strong>.</p>')
    expect((await acts()).slice(1)).toEqual([['publish', moderator.userId, 'draft', 'published']])
  })

  test('says above the text who paid for it', async () => {
    const { id, slug } = await make({ paid_by: ' Acme <Ltd> ' })
    await ask('POST', `/${id}/publish`)
    const { body } = await worker.call<ArticleView>('GET', `articles/${slug}`)
    expect(body.paid_by).toBe('Acme <Ltd>')
    const page = await (await worker.fetch(`/fr/articles/${slug}`)).text()
    expect(page).toMatch(/>Publicité<.*Payée par Acme &lt;Ltd&gt;<.*<h1/s)
  })

  test('fixes the address, whatever becomes of the title', async () => {
    const draft = await make()
    const { body: published } = await ask('POST', `/${draft.id}/publish`)
    const renamed = await save(published, { title: 'Renamed' })
    expect(renamed.body.slug).toBe('on-streams')
    expect(await forgotten()).toContain(`article-${draft.id}`)
    const { body: back } = await ask('POST', `/${draft.id}/unpublish`)
    const moved = await save(back, { title: 'Renamed', slug: 'elsewhere' })
    expect([moved.status, moved.body.code]).toEqual([409, 'slug_fixed'])
  })

  test('is refused where the article is not what was read, or says nothing', async ({
    moderator: colleague,
  }) => {
    const draft = await make()
    await save(draft, { markdown: 'Later' }, { by: colleague })
    const late = await ask('POST', `/${draft.id}/publish`, { body: { revision: 0 } })
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
    await ask('POST', `/${draft.id}/publish`, { by: colleague })
    const stale = await ask('POST', `/${draft.id}/unpublish`, { body: { revision: 1 } })
    expect([stale.status, stale.body.code]).toEqual([409, 'changed_meanwhile'])
    await ask('POST', `/${draft.id}/unpublish`, { body: { revision: 2 } })
    const empty = await make({ title: 'Empty', markdown: ' \n ' })
    const refused = await ask('POST', `/${empty.id}/publish`)
    expect([refused.status, refused.body.details]).toEqual([
      422,
      [{ path: 'markdown', msg: 'Write the text before you publish it.' }],
    ])
    expect(await worker.sql`select 1 from articles where status = 'published'`).toEqual([])
    expect((await ask('POST', '/999999/publish')).status).toBe(404)
  })

  test('can be taken back and done again, under its first date', async () => {
    const now = Date.now()
    const { id, slug } = await make()
    await ask('POST', `/${id}/publish`, { now })
    await forgotten()
    const { status, body } = await ask('POST', `/${id}/unpublish`)
    expect([status, body.status]).toEqual([200, 'draft'])
    expect(await isPublic(slug)).toBe(false)
    expect(await forgotten()).toContain(`article-${id}`)
    const again = await ask('POST', `/${id}/publish`, { now: now + minute })
    expect(again.body.published_at).toBe(new Date(now).toISOString())
    expect((await acts()).map((act) => (act as unknown[])[0])).toEqual([
      'create',
      'publish',
      'unpublish',
      'publish',
    ])
  })

  test('an autosave of who had it open before is a conflict, not a change of what is online', async ({
    moderator: colleague,
  }) => {
    const draft = await make()
    await ask('POST', `/${draft.id}/publish`, { by: colleague })
    const late = await save(draft, { markdown: 'Half a sent', is_autosave: true })
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
    expect(late.body.details).toMatchObject({ by: colleague.username })
  })
})

describe('deleting', () => {
  test('is for admins, and for good', async ({ admin }) => {
    const { id, slug } = await make()
    await ask('POST', `/${id}/publish`)
    await forgotten()
    expect((await ask('DELETE', `/${id}`)).status).toBe(403)
    expect(await isPublic(slug)).toBe(true)
    expect((await ask('DELETE', `/${id}`, { by: admin })).status).toBe(204)
    expect(await rowOf(id)).toBeUndefined()
    expect(await isPublic(slug)).toBe(false)
    expect((await acts()).at(-1)).toEqual(['delete', admin.userId, 'On streams', null])
    expect(await forgotten()).toContain(`article-${id}`)
  })
})

describe('the list', () => {
  test('searches, filters, sorts and cuts into pages', async () => {
    const at = Date.now() - 10 * minute
    const b = await make({ title: 'b 100 %', language: 'fr' }, { now: at })
    const c = await make({ title: 'C', language: null }, { now: at + minute })
    await make({ title: 'A' }, { now: at + 2 * minute })
    await ask('POST', `/${c.id}/publish`)
    await save(b, { title: 'b 100 %', language: 'fr', markdown: 'New' })
    const titles = async (search: string) => {
      const { body } = await ask<AdminPage<AdminArticleSummary>>('GET', search)
      return body.items.map(({ title }) => title.slice(0, 1)).join('') + body.total
    }
    expect(await titles('')).toBe('bAC3')
    expect(await titles('?sort=title')).toBe('AbC3')
    expect(await titles('?sort=-created')).toBe('ACb3')
    expect(await titles('?status=published')).toBe('C1')
    expect(await titles('?language=none')).toBe('C1')
    expect(await titles('?language=en&status=draft')).toBe('A1')
    expect(await titles('?q=%25')).toBe('b1')
    expect(await titles('?per_page=10&page=2')).toBe('3')
    expect((await ask('GET', '?sort=author')).status).toBe(422)
  })
})

describe('the preview', () => {
  test('renders as the article’s page does, with nothing hostile in it', async () => {
    const markdown = '# A\n\n<script>alert(1)</script>[x](javascript:alert(1))\n\n- [x] done'
    const body = { markdown, language: 'fr' }
    const preview = await ask<{ html: string }>('POST', '/preview', { body })
    const { id, slug } = await make({ markdown, language: 'fr' })
    await ask('POST', `/${id}/publish`)
    const shown = await worker.call<ArticleView>('GET', `articles/${slug}`)
    expect(preview.body.html).toBe(shown.body.html)
    expect(preview.body.html).toContain('aria-label="Fait"')
    expect(preview.body.html).not.toMatch(/script/i)
    expect((await ask('POST', '/preview', { by: member, body })).status).toBe(403)
  })

  test('is not for a session that has ended', async ({ moderator: gone }) => {
    await worker.sql`update sessions set revoked_at = 1 where id = ${gone.sessionId}`
    const answer = await ask('POST', '/preview', { by: gone, body: { markdown: 'x' } })
    expect(answer.status).toBe(401)
  })
})

describe('the pages', () => {
  const open = async (path: string, { token }: Member) => {
    const headers = { Cookie: `access_token=${token}` }
    const page = await worker.fetch(path, { headers })
    return { status: page.status, html: await page.text() }
  }

  test('show markup in a title as text, and what is unpublished as a preview that nobody finds', async () => {
    const title = '"><img src=x onerror=alert(1)>'
    const { id } = await make({ title, excerpt: title })
    for (const path of [
      '/admin/articles',
      `/admin/articles/editor?id=${id}`,
      `/admin/articles/preview?id=${id}`,
    ]) {
      const { status, html } = await open(path, moderator)
      expect([path, status]).toEqual([path, 200])
      // Within an attribute it is text as it stands, once its quotes are escaped.
      expect(html.replace(/="[^"]*"/g, '')).not.toContain('<img src=x')
    }
    const { html } = await open(`/admin/articles/preview?id=${id}`, moderator)
    expect(html).toContain('<p>Long <strong>text</strong>.</p>')
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).toContain('Preview of a draft')
  })

  test('tell a member why they cannot write, and show nothing of the article', async () => {
    const { id } = await make({ markdown: 'Undisclosed' })
    for (const page of ['editor', 'preview']) {
      const { status, html } = await open(`/admin/articles/${page}?id=${id}`, member)
      expect([status, html.includes('Articles are written by the team')]).toEqual([200, true])
      expect(html).not.toContain('Undisclosed')
    }
  })

  test.each(['editor?id=999999', 'editor?id=x', 'preview?id=999999'])(
    '%s is not found',
    async (path) => {
      expect((await open(`/admin/articles/${path}`, moderator)).status).toBe(404)
    },
  )

  test('lead from a preview of no article to the list of all', async () => {
    const headers = { Cookie: `access_token=${moderator.token}` }
    const page = await worker.fetch('/admin/articles/preview', { headers, redirect: 'manual' })
    expect([page.status, page.headers.get('Location')]).toEqual([302, '/admin/articles'])
  })
})
