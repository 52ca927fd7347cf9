import { describe, expect, test } from 'vitest'
import type { MailEvent } from '#worker/features/notifications/channels/mail-event.ts'
import { composeCampaignMail, renderMailMarkdown } from './campaign-mail.ts'
import { insertEvents, listEventSlugs, separateEventBlocks } from './event-blocks.ts'

const siteUrl = 'https://hypecal.test'
const render = (markdown: string, language: 'en' | 'fr' = 'en') =>
  renderMailMarkdown(markdown, { language, siteUrl })

describe('the text of a mail', () => {
  test.each([
    ['a page of the site, in the language of the text', '/events', `${siteUrl}/fr/events`],
    ['a page that names its language', '/es/events?range=week', `${siteUrl}/es/events?range=week`],
    ['elsewhere', 'https://example.com/a', 'https://example.com/a'],
    ['elsewhere, by the same protocol', '//example.com/a', 'https://example.com/a'],
    ['an address', 'mailto:a@example.com', 'mailto:a@example.com'],
  ])('leads to %s', (_, given, expected) => {
    expect(render(`[x](${given})`, 'fr').html).toContain(`href="${expected}"`)
  })

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,hi)',
    '![x](javascript:alert(1))',
    '<a href="https://example.com" style="position:fixed">x</a>',
    '<iframe src="https://example.com"></iframe>',
  ])('lets nothing through of %s [ASVS 1.2.2]', (markdown) => {
    const { html } = render(markdown)
    expect(html).not.toMatch(/<(?:script|iframe)|onerror|javascript:|data:|position:fixed/)
  })

  test('shows pictures of the site, and those from elsewhere as a link', () => {
    expect(render('![Crowd](/media/uploads/a.png#640x360)').html).toContain(
      `<img src="${siteUrl}/media/uploads/a.png" alt="Crowd"`,
    )
    const { html, text } = render('![Crowd](https://tracker.example/a.png)')
    expect(html).not.toContain('<img')
    expect(text).toBe('Crowd (https://tracker.example/a.png)')
  })

  test('begins its headings below the subject', () => {
    expect(render('# One\n\n## Two').html).toMatch(/<h2 .*One.*<h3 .*Two/s)
  })

  test('is written a second time without markup', () => {
    const markdown = [
      '# Soon',
      'The **big** [one](/events/big)\nis near.',
      '- first\n- second\n  - inner',
      '3. three\n4. four',
      '> said\n>\n> twice',
      '| Day | Event |\n|---|---|\n| Mon | Race |',
      '```\na  b\n```',
      '---',
      'https://example.com/x',
    ].join('\n\n')
    expect(render(markdown).text).toBe(
      [
        'Soon',
        `The big one (${siteUrl}/events/big) is near.`,
        '- first\n- second\n  - inner',
        '3. three\n4. four',
        '> said\n> \n> twice',
        'Day | Event\nMon | Race',
        'a  b',
        '---',
        'https://example.com/x',
      ].join('\n\n'),
    )
  })

  test('of one language is not taken for that of another', () => {
    expect(render('[x](/faq)', 'en').html).toContain(`${siteUrl}/faq`)
    expect(render('[x](/faq)', 'fr').html).toContain(`${siteUrl}/fr/faq`)
  })
})

describe('the block of an event', () => {
  const gala: MailEvent = {
    ...{ name: 'Gala <b>', url: `${siteUrl}/events/gala`, poster: null, color: '#6a33d3' },
    ...{ ticket: { weekday: 'Fri', day: '27', month: 'Nov', time: '9:00 PM' }, hypers: null },
    ...{ times: { start: 'Friday, November 27 at 9:00 PM', before: null }, faces: [] },
    ...{ people: ['Luna on Twitch'], action: 'See the event', notice: null },
    when: 'Friday, November 27 at 9:00 PM',
  }
  const fill = (markdown: string) =>
    insertEvents(render(separateEventBlocks(markdown)), new Map([['gala', gala]]))

  test('stands where its line was, in both parts', () => {
    const { html, text } = fill('Soon:\n{{event:gala}}\nSee you!')
    expect(html).toMatch(/Soon:<\/p>[^]*Gala &lt;b&gt;[^]*>See the event<[^]*<p[^>]*>See you!/)
    expect(text).toBe(
      [
        'Soon:',
        `Gala <b>\nFriday, November 27 at 9:00 PM\nLuna on Twitch\n${siteUrl}/events/gala`,
        'See you!',
      ].join('\n\n'),
    )
  })

  test('is left out once the event is gone', () => {
    const { html, text } = fill('A\n\n{{event:gone}}\n\nB')
    expect(html + text).not.toContain('event:')
  })

  test('is named by a line of its own', () => {
    expect(listEventSlugs('{{event:a}}\nsee {{event:b}}\n\n {{event:c-1}} \n{{event:a}}')).toEqual([
      'a',
      'c-1',
    ])
  })
})

describe('a campaign that a partner pays for', () => {
  const compose = (partner?: string, isTest = false) =>
    composeCampaignMail({
      to: 'a@hypecal.test',
      language: 'fr',
      siteUrl,
      text: {
        ...{ subject: 'Un casque', markdown: 'Moins cher.', purpose: null, applies_on: null },
        ...(partner && { partner }),
      },
      events: new Map(),
      unsubscribeUrl: `${siteUrl}/unsubscribe/x`,
      isTest,
    })

  test('is named an ad in the subject, and says who paid', () => {
    const { subject, html, text } = compose('Casques <A>')
    expect(subject).toBe('[Publicité] Un casque')
    expect(html).toContain('Publicité, payée par Casques &lt;A&gt;</p>')
    expect(text).toMatch(/Publicité, payée par Casques <A>\n\nMoins cher\./)
    expect(compose('A', true).subject).toBe('[Test] [Publicité] Un casque')
  })

  test('is the only one that is', () => {
    const { subject, html, text } = compose()
    expect(subject).toBe('Un casque')
    expect(html + text).not.toContain('Publicité')
  })
})
