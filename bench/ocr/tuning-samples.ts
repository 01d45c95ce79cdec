/** What recognition may be tuned on, by `--tuning 1`: other texts in other fonts than those that are measured. Of Japanese there is nothing. */
import type { Sample, SampleSet } from './samples.ts';

const go = `func (s *Store) Load(key string) ([]byte, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.items[key]
	if !ok || v.expires < time.Now().Unix() {
		return nil, fmt.Errorf("%q: %w", key, ErrNotFound)
	}
	for i := 0; i < len(v.parts); i++ {
		s.total += int64(v.parts[i].n) << 10
	}
	return v.data[:v.len], nil
}`;

const shell = `#!/bin/bash
set -euo pipefail
for f in "$@"; do
    [[ -f "$f" ]] || { echo "no $f" >&2; continue; }
    size=$(stat -c %s "$f")
    if (( size > 1 << 20 )); then
        gzip -9 < "$f" > "\${f%.*}.gz"
    fi
    printf '%-20s %8d\\n' "\${f##*/}" "$size"
done | sort -k2 -n | tail -10`;

const java = `@Override
public Optional<Node> find(int id, Map<String, List<Integer>> index) {
    List<Integer> ids = index.getOrDefault("all", List.of());
    if (ids.isEmpty() || id <= 0) {
        return Optional.empty();
    }
    for (Integer i : ids) {
        if (i != null && i == id) return Optional.of(nodes[i - 1]);
    }
    throw new IllegalStateException("id=" + id + '!'); // FIXME: l vs 1
}`;

const css = `.card > a:hover::after {
  content: "\\2192";
  margin: 0 auto 1.5rem -2px;
  color: #0f1e2d;
  background: rgba(255, 240, 10, 0.85) url('img/bg_01.png');
}
@media (max-width: 640px) {
  .card { display: grid; grid-template-columns: 1fr 2fr; }
  h1, h2 { font: 600 18px/1.4 "Fira Sans", sans-serif; }
}`;

const containers = `$ docker ps --format 'table {{.ID}}'
CONTAINER ID   IMAGE          STATUS         PORTS
9f1c2b7d40ae   nginx:1.25     Up 3 hours     0.0.0.0:80->80/tcp
03bd77e1c5f2   postgres:16    Up 2 days      5432/tcp
$ free -m
               total        used        free      shared
Mem:           15867        6122        1340         611
Swap:           2047          12        2035
$ curl -sI https://example.com | head -1
HTTP/2 200`;

const chinese: readonly Sample[] = [
  {
    kind: 'chinese',
    what: 'prose',
    language: 'chi_sim',
    shows: [
      '我们公司下周要搬到新的办公楼，请各位同事把个人物品装进纸箱，并在箱子上写清楚姓名和部门。',
      '《红楼梦》里的人物众多，有人统计过，一共出现了七百多人，其中给读者留下深刻印象的至少有几十个。',
      '医生建议他多喝水、少熬夜，每天坚持走路三十分钟；可是他说：“工作太忙，哪有时间锻炼身体呢？”',
      '黄昏时分，雷雨骤至，码头上的搬运工人纷纷躲进仓库，只剩几艘旧船随波摇晃。',
      '据气象部门预报，受冷空气影响，华北、东北大部分地区气温将下降八至十度，局部有霜冻。',
    ],
  },
  {
    kind: 'chinese',
    what: 'messages',
    language: 'chi_sim',
    shows: [
      '您的订单（编号 20240917）已经发货，预计 3 天内送达。',
      '验证码错误，请在 60 秒后重新获取！',
      '内存不足：剩余 128 MB，无法打开该图片。',
      '上传成功，共 15 个文件，总大小 2.4 GB。',
      '登录 GitHub 帐号以同步您的书签与历史记录。',
    ],
  },
  {
    kind: 'chinese',
    what: 'menu',
    language: 'chi_sim',
    shows: ['撤销', '重命名', '复制到剪贴板', '显示隐藏的文件夹', '字体大小', '语言与输入法', '键盘快捷键', '退出登录'],
  },
];

const samples: readonly Sample[] = [
  {
    kind: 'prose',
    what: 'English',
    language: 'eng',
    shows: [
      'Before the railway came, letters to the islands took nine days in good weather; in winter the keeper of the lighthouse often waited a month for his.',
      'The committee met on 14 May at 10:30 and agreed (by 8 votes to 3) to repair the hall\'s roof, which "would not see another winter", as the clerk put it.',
    ],
  },
  {
    kind: 'prose',
    what: 'German',
    language: 'deu',
    shows: [
      'Der Gärtner erzählte, dass die älteste Linde im Hof schon stand, als sein Großvater hier als Junge über die Mauer kletterte und Äpfel stahl.',
      'Wegen Bauarbeiten fährt die Straßenbahn bis zum 28. Juni nur jede halbe Stunde; Fahrgäste nach Köln-Mülheim steigen bitte am Südplatz um.',
    ],
  },
  {
    kind: 'prose',
    what: 'French',
    language: 'fra',
    shows: [
      "Chaque dimanche, le boulanger préparait une brioche spéciale pour les pêcheurs ; on disait qu'elle portait bonheur à ceux qui partaient avant l'aube.",
      "Le théâtre a été rénové en 1998 grâce à une souscription : près de 2 400 personnes ont donné, et l'œuvre fut achevée sans délai.",
    ],
  },
  code('Go', go),
  code('shell', shell),
  code('Java', java),
  code('CSS', css),
  { kind: 'terminal', what: 'containers', language: 'eng', shows: containers.split('\n') },
  {
    kind: 'interface',
    what: 'mail',
    language: 'eng',
    shows: [
      ['Inbox (12)', 'Drafts', 'Sent', 'Archive', 'Spam'],
      ['From', 'Subject', 'Received'],
      ['Julia Illig', 'Re: Offer no. 1187', 'Today, 08:15'],
      ['billing@shop.example', 'Your receipt', 'Mon 11:03'],
      ['Reply', 'Reply all', 'Forward', 'Delete'],
      ['3 of 48 selected', '72% of 15 GB used'],
    ],
  },
  {
    kind: 'interface',
    what: 'player',
    language: 'eng',
    shows: [
      ['Library', 'Playlists', 'Radio', 'Preferences'],
      ['Title', 'Artist', 'Length', 'Plays'],
      ['Illusions in Blue', 'The Quiet Hill', '4:07', '118'],
      ['Track 10 (live)', 'Unknown', '11:31', '9'],
      ['Volume: 65%', 'Shuffle', 'Repeat: Off', 'Equalizer...'],
    ],
  },
  ...chinese,
];

const fixed = ['14px "DejaVu Sans Mono"', '14px "Noto Mono"', '12px "DejaVu Sans Mono"', '15px "Noto Mono"'];

export const tuning: SampleSet = {
  samples,
  fonts: {
    prose: ['15px "DejaVu Serif"', '16px "C059"', '14px "Nimbus Sans"', '15px "URW Gothic"'],
    code: fixed,
    terminal: fixed,
    interface: ['13px "Nimbus Sans"', '13px "URW Gothic"', '14px "Nimbus Sans"', '12px "DejaVu Serif"'],
    chinese: ['15px "WenQuanYi Zen Hei"', '14px "Noto Serif CJK SC"'],
    japanese: [],
  },
};

function code(what: string, text: string): Sample {
  return { kind: 'code', what, language: 'eng', shows: text.replaceAll('\t', '    ').split('\n') };
}
