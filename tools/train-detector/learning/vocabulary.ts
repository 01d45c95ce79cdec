/**
 * Chooses the features that the model knows: those that several projects have and that say most about the type. Nearly all others are names and words of
 * a single project.
 */
import { featureBits, featuresOf } from '../../../src/domain/detect/learned/features.ts';
import type { LearningSet, LearningText } from './learning-set.ts';

const features = 1 << featureBits;
const linesRead = 400;
const textsOfProject = 80;
const textsOfType = 240;

/**
 * @param fewestProjects only features that at least this many projects have are chosen.
 * @returns at most `most` features, in ascending order.
 */
export function chooseVocabulary(train: LearningSet, most: number, fewestProjects: number): Int32Array {
  const index = indexOfSpread(train, fewestProjects);
  const { scores } = informationOf(train, index);
  const order = Array.from(scores.keys()).sort((a, b) => (scores[b] as number) - (scores[a] as number));
  const chosen = new Uint8Array(scores.length);
  for (const each of order.slice(0, most)) chosen[each] = 1;
  const vocabulary: number[] = [];
  for (let feature = 0; feature < features; feature += 1) {
    const each = index[feature] as number;
    if (each >= 0 && chosen[each] === 1) vocabulary.push(feature);
  }
  return Int32Array.from(vocabulary);
}

/** Numbers the features that enough projects have, from 0; -1 for all others. */
function indexOfSpread(train: LearningSet, fewestProjects: number): Int32Array {
  const byProject = new Map<string, LearningText[]>();
  for (const projects of train.values())
    for (const [project, texts] of projects) byProject.set(project, [...(byProject.get(project) ?? []), ...evenly(texts, 12)]);
  const last = new Int32Array(features);
  const spread = new Uint8Array(features);
  let number = 0;
  for (const texts of byProject.values()) {
    number += 1;
    for (const text of evenly(texts, textsOfProject))
      for (const feature of featuresOf(startOf(text))) {
        if (last[feature] === number) continue;
        last[feature] = number;
        if ((spread[feature] as number) < 255) (spread[feature] as number) += 1;
      }
  }
  let next = 0;
  const index = new Int32Array(features).fill(-1);
  for (let feature = 0; feature < features; feature += 1) if ((spread[feature] as number) >= fewestProjects) index[feature] = next++;
  return index;
}

/** For each feature: how many texts have it (equalised by type), times how far the distribution of their types is from that of all texts. */
function informationOf(train: LearningSet, index: Int32Array): { readonly scores: Float32Array } {
  const types = [...train.keys()];
  const count = index.reduce((most, each) => Math.max(most, each + 1), 0);
  const of = new Float32Array(count * types.length);
  const share = new Float64Array(types.length);
  const seenIn = new Int32Array(count);
  let texts = 0;
  for (const [type, name] of types.entries()) {
    const all = [...(train.get(name)?.values() ?? [])].flatMap((list) => evenly(list, 12));
    const chosen = evenly(all, textsOfType);
    const weight = 1 / Math.max(16, chosen.length);
    share[type] = chosen.length * weight;
    for (const text of chosen) {
      texts += 1;
      for (const feature of featuresOf(startOf(text))) {
        const each = index[feature] as number;
        if (each < 0 || seenIn[each] === texts) continue;
        seenIn[each] = texts;
        (of[each * types.length + type] as number) += weight;
      }
    }
  }
  const total = share.reduce((sum, each) => sum + each, 0);
  const scores = new Float32Array(count);
  for (let each = 0; each < count; each += 1) {
    const row = of.subarray(each * types.length, (each + 1) * types.length);
    const sum = row.reduce((all, value) => all + value, 0);
    let distance = 0;
    for (let type = 0; type < types.length; type += 1) {
      const prior = (share[type] as number) / total;
      const now = ((row[type] as number) + 0.05 * prior) / (sum + 0.05);
      if (now > 0) distance += now * Math.log(now / prior);
    }
    scores[each] = sum * distance;
  }
  return { scores };
}

function startOf(text: LearningText): string {
  return text.lines.slice(0, linesRead).join('\n');
}

/** At most this many elements, spread evenly over the list. */
function evenly<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)] as T);
}
