#include "sim/cpu/kernel_list.h"

namespace heatlab::HEATLAB_ISA {

void reduce(const ReduceJob&, int, int, float*, PartialStatistics&);
void analyse(const AnalyseJob&, int, int, float*, PartialAnalysis&);
bool find_outside(const float*, std::ptrdiff_t, int, int, int, float, float);
void advance_strip(const StripTask&);
ghost::RunTile advance_tile_of(std::size_t);

extern const CpuReaderList reader_list = {reduce, analyse, find_outside, advance_strip,
                                          advance_tile_of};

}  // namespace heatlab::HEATLAB_ISA
