import type { Category } from '../worker/contracts/enumerations.ts'
import type { ContentLanguage } from '../worker/contracts/locale.ts'
import type { Chance } from './chance.ts'

/** Realistic names: three languages, accents, shared words, abbreviations. */
const marks =
  `Zénith Aurora Crépuscule Pixel Éclipse Nébula Corazón Señal Batalla Ébène Halcyon Vortex
  Lumière Estrella Tempête Fénix Phoenix Mirage Cumbre Sommet Horizon Odyssey Atlas Boréal Cobalt
  Dédale Ámbar Relámpago Trébol Galaxia Meridian Kraken Oasis Quantum Rêverie Saphir Titan Ursa
  Vendaval Winter Yéti Zarza Avalanche Bastion Citadel Dragón Ember Forêt Granite Huracán`.split(
    /\s+/,
  )

type Kinds = Partial<Record<Category, readonly string[]>>

/** Events in another language have English names. */
const kindsByLanguage: { en: Kinds } & Partial<Record<ContentLanguage, Kinds>> = {
  en: {
    charity: ['Charity Marathon', 'Relief Stream', 'Games for Good'],
    speedrun: ['Speedrun Marathon', 'Any% Race', 'Glitch Week', 'Randomizer Race'],
    esports: ['Masters Finals', 'Spring Playoffs', 'Grand Final', 'Open Qualifier'],
    award_show: ['Streamer Awards', 'Game of the Year Gala'],
    showcase: ['Indie Showcase', 'Direct', 'Reveal Night'],
    music: ['Live Concert', 'Unplugged Session'],
    sport: ['Charity Boxing', 'Streamer Cup', 'Grand Prix'],
    variety: ['Late Night Show', 'Quiz Night', 'Watch Party', 'Birthday Stream'],
  },
  es: {
    charity: ['Maratón Benéfica', 'Directo Solidario'],
    speedrun: ['Maratón de Speedrun', 'Carrera sin Glitches'],
    esports: ['Gran Final', 'Copa de Creadores', 'Torneo Abierto'],
    award_show: ['Premios del Año', 'Gala de Creadores'],
    showcase: ['Presentación Indie', 'Noche de Anuncios'],
    music: ['Concierto en Directo', 'Sesión Acústica'],
    sport: ['Velada de Boxeo', 'Partido de las Estrellas'],
    variety: ['Noche de Preguntas', 'Tertulia', 'Cumpleaños en Directo'],
  },
  fr: {
    charity: ['Marathon Caritatif', 'Nuit Solidaire'],
    speedrun: ['Marathon de Speedrun', 'Course sans Glitch'],
    esports: ['Grande Finale', 'Coupe des Créateurs', 'Tournoi Ouvert'],
    award_show: ['Cérémonie des Étoiles', 'Gala des Streameurs'],
    showcase: ['Vitrine Indé', 'Soirée des Annonces'],
    music: ['Concert en Direct', 'Séance Acoustique'],
    sport: ['Soirée de Boxe', 'Grand Prix des Streameurs'],
    variety: ['Soirée Jeux', 'Débat du Dimanche', 'Anniversaire en Direct'],
  },
}

const editions = ['2023', '2024', '2025', '2026', 'II', 'III', 'Day 1', 'Day 2', '#7', '#12', 'XL']

export function eventName(chance: Chance, language: ContentLanguage, category: Category): string {
  const kinds = kindsByLanguage[language] ?? kindsByLanguage.en
  const kind = chance.pick(kinds[category] ?? kinds.variety ?? ['Special'])
  const mark = chance.pick(marks)
  const name = language === 'en' ? `${mark} ${kind}` : `${kind} ${mark}`
  return chance.is(0.6) ? `${name} ${chance.pick(editions)}` : name
}

const unions = 'Series Circuit Festival Saison Liga League Tour Club Society Games'.split(' ')

export function groupName(index: number): string {
  return `${marks[index % marks.length]} ${unions[Math.floor(index / marks.length)]}`
}

const heads =
  `Crimson Ancient Silent Pocket Broken Iron Neon Lost Stellar Hollow Frozen Golden Hidden
  Savage Tiny Turbo Wicked Cosmic Velvet Rusty Sacré Último Ébano Grand Midnight Paper Radiant`.split(
    /\s+/,
  )
const tails =
  `Kingdoms Racers Tactics Legends Valley Dungeon Harvest Frontier Empires Ninja Fortress
  Odyssey Arena Machines Garden Raiders Chronicles Express Heroes Islands Souls Tower Warfare`.split(
    /\s+/,
  )

export function gameName(index: number): string {
  const head = heads[index % heads.length]
  const tail = tails[Math.floor(index / heads.length) % tails.length]
  const volume = Math.floor(index / heads.length / tails.length)
  return volume === 0 ? `${head} ${tail}` : `${head} ${tail} ${volume + 1}`
}

const consonants = [...'bcdfgjklmnprstvz']
const vowels = [...'aeiou']
const titles = ['Captain', 'Doctor', 'Le', 'El', 'Miss', 'Mister', 'Papa', 'Team', 'Studio']

/** Unique per number: two letters for each digit. */
export function channelName(index: number): string {
  let remaining = index
  let name = ''
  while (remaining > 0 || name.length < 6) {
    const digit = remaining % (consonants.length * vowels.length)
    name += (consonants[digit % consonants.length] ?? '') + (vowels[digit % vowels.length] ?? '')
    remaining = (remaining - digit) / (consonants.length * vowels.length)
  }
  return name
}

export function streamerName(chance: Chance, channel: string): string {
  const accented = chance.is(0.15) ? channel.replace(/e/, 'é').replace(/n/, 'ñ') : channel
  const name = accented.charAt(0).toUpperCase() + accented.slice(1)
  return chance.is(0.2) ? `${chance.pick(titles)} ${name}` : name
}
