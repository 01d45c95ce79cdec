/**
 * The languages that pictures can be read in. English comes with Hub; the data of each other one is a package of the npm registry, of which this version
 * with this digest is installed, and nothing else.
 */

import type { DataPackage } from './data-package.ts';
import { lineModelLanguage, lineModelPackages } from './line-model-packages.ts';

/** Of the data of tesseract, in all languages. */
const dataVersion = '1.0.0';

/** By the name that tesseract gives it: the digest of its package, as npm's lock files have it; null for what is there from the beginning. */
const digests = {
  eng: null,
  deu: 'sha512-3ter1p2gFAiCd5CMC+PodZ9YY2UDomkKj+ytlKeeZqOUmhLx1SDnYPf5zog0g5MBbxYveW+8omI3PUflqHfZ4Q==',
  fra: 'sha512-pp58gMaoyidoBBLd5y5rnf0WW0Y1994QrGqZrYatITqIU/AReUJMykD+YY3JDgvnmgz7uAx1UmhjjuyEmV8JEA==',
  spa: 'sha512-9Ln+QKq/TNu4Hy4aOp5b4nXo9U0C6IqJMzNDpAJZe/fNtz6jXG9G/hQgR/Irxj+RGf0M7Xy1MNx1yl4wQUIfeg==',
  ita: 'sha512-Sx19NVYve5VAxEBDL6CWTX+evlvzV+iAS5ejJywcHVsmir/C9Tzw2fExoh97QFc06t48tYZA8VrMobsBzMAEhA==',
  por: 'sha512-sQ7GqYUgKaMmV0vNujYoXLlXUp2e5RGGkJxQ3L59kUOaupIugLJeb1dqhrfgyb71XQw7ltdSuXdQIoaoS/rpsQ==',
  nld: 'sha512-Fq9TDxewYAw3YBLqLYEu3rziNUHq0F1NnnM49vI0E5o6S2oKcirhTumGvv8ws088+li1llyKXT9nfrHuxxetHQ==',
  pol: 'sha512-e9naSi/5kIXIMsymriFMUXJ2XWxRY/09qU9pkmEN28nAeMyF70EYkn4G3iHoB2oF/HNhZpy8lCIe1/I2L/BqKA==',
  ukr: 'sha512-W/i5g9xbyBHJxklEb0mU2iLENBzU9CgXk1LVg82aQ95IaRwNFjY1z5y0vMcydEHQLx/TeawGrHiqlWoyXWCDzA==',
  chi_sim: 'sha512-iuErURkPbECDUazgsLn/r3c+tU2y5o5S/w14d0A/YiagfsjYyZKgTo75RUpsGJ311qtu0dIX4hqnXAAjmqf2CA==',
  chi_tra: 'sha512-uz0gqF7ncrJS4UTHGCkPntZXpoyo+mIg0Zs8QhF0TH3uzj2HkJpYmi8u1Pdwt2NW65UWJ51hzILWWy838da5dw==',
  jpn: 'sha512-nUq2xHUjiWE6FRqkvLIIbByLZ39B8qNaBSOnVP4XIKGPKtZ1e0hiRnK7WhPfl8A+Fe7aNE1u/QoXXUym3TbSCA==',
  kor: 'sha512-tepYhsYiRJ8E44R27MHxVteEDDLfYQxuvM6u4JlEHcCYqwpefvI5TGzoMgB67kunOvtyEJYtT5zfJ/6R6FVU9w==',
} as const;
export type KnownLanguage = keyof typeof digests;

export const knownLanguages = Object.keys(digests) as readonly KnownLanguage[];

/** ISO 639-1, as people write them. */
const shortNames: Readonly<Record<string, KnownLanguage>> = {
  en: 'eng',
  de: 'deu',
  fr: 'fra',
  es: 'spa',
  it: 'ita',
  pt: 'por',
  nl: 'nld',
  pl: 'pol',
  uk: 'ukr',
  zh: 'chi_sim',
  ja: 'jpn',
  ko: 'kor',
};

/** By either name, in any case; null if there is no such language. */
export function knownLanguage(name: string): KnownLanguage | null {
  const lower = name.toLowerCase().replaceAll('-', '_');
  if (Object.hasOwn(shortNames, lower)) return shortNames[lower] ?? null;
  return Object.hasOwn(digests, lower) ? (lower as KnownLanguage) : null;
}

/** Of a locale or a tag, such as `de_DE.UTF-8` or `zh-TW`; null if there is no such language. Chinese is that of the script of its region (CLDR). */
export function languageOfTag(tag: string): KnownLanguage | null {
  try {
    const { language, script } = new Intl.Locale((tag.split(/[.@]/, 1)[0] ?? '').replaceAll('_', '-')).maximize();
    return language === 'zh' && script === 'Hant' ? 'chi_tra' : (shortNames[language] ?? null);
  } catch {
    return null; // no tag at all
  }
}

/** The tag of a language, as programs and people know it. */
export function tagOf(language: KnownLanguage): string {
  if (language.startsWith('chi_')) return language === 'chi_tra' ? 'zh-Hant' : 'zh-Hans';
  return Object.keys(shortNames).find((short) => shortNames[short] === language) ?? language;
}

/** The file with what tesseract learned, in the folder of the languages. */
export function dataFile(language: KnownLanguage): string {
  return `${language}.traineddata.gz`;
}

/** What a picture in this language is read with; nothing for the one that comes with Hub. */
export function packagesOf(language: KnownLanguage): readonly DataPackage[] {
  const digest = digests[language];
  if (digest === null) return [];
  const files = { [`4.0.0_best_int/${language}.traineddata.gz`]: dataFile(language) };
  const data: DataPackage = { name: `@tesseract.js-data/${language}`, version: dataVersion, digest, files };
  return language === lineModelLanguage ? [data, ...lineModelPackages] : [data];
}
