#include "app/ui/stability_formulas.h"

#include <array>

namespace heatlab::ui {
namespace {

constexpr std::array all{StabilityFormula::scheme,         StabilityFormula::step_ratio,
                         StabilityFormula::weights,        StabilityFormula::amplification,
                         StabilityFormula::bound,          StabilityFormula::walls_wave,
                         StabilityFormula::insulated_wave, StabilityFormula::mixed_wave,
                         StabilityFormula::periodic_wave,  StabilityFormula::growth,
                         StabilityFormula::overflow_steps, StabilityFormula::continuous_decay,
                         StabilityFormula::decay_rate,     StabilityFormula::refinement};

// ---- symbols that several formulas share -----------------------------------------------------
constexpr FormulaSymbol next_value{"u'", "the cell's value after the step"};
constexpr FormulaSymbol centre{"u", "the cell's value before the step"};
constexpr FormulaSymbol ratio{
    "r", "step ratio, without a unit: the share of each neighbour's value that a step adds"};
constexpr FormulaSymbol diffusivity{"\\alpha",
                                    "diffusivity: how fast the material spreads heat, m²/s"};
constexpr FormulaSymbol time_step{"\\Delta t", "time step: the time one step covers, s"};
constexpr FormulaSymbol cell_size{"h", "cell size: distance between neighbouring cells, m"};
constexpr FormulaSymbol factor{"g",
                               "amplification factor, without a unit: one step multiplies the wave "
                               "by it. Above 1 in size, the wave "
                               "grows; below 0, it flips sign each step"};
constexpr FormulaSymbol angle_x{
    "\\theta_x",
    "angle of the wave along a row, radians per cell: 0 is flat, π flips from cell to cell"};
constexpr FormulaSymbol angle_y{
    "\\theta_y",
    "angle of the wave down a column, radians per cell: 0 is flat, π flips from cell to cell"};
constexpr FormulaSymbol angle_z{
    "\\theta_z",
    "angle of the wave through the slices, radians per cell: 0 is flat, π flips from cell to cell"};
constexpr FormulaSymbol shortest{
    "\\hat\\theta", "largest angle of an axis, radians per cell: that of its shortest wave"};
constexpr FormulaSymbol updated{
    "M", "updated cells of the axis: those whose value the side does not fix"};
constexpr FormulaSymbol rate{"\\lambda", "decay rate of the wave, 1/s"};

// ---- the formulas ----------------------------------------------------------------------------
constexpr std::array scheme_symbols{
    FormulaSymbol{"u'_{i,j}", "value of the cell in column i, row j after the step"},
    FormulaSymbol{"u_{i,j}", "value of the cell in column i, row j before the step"},
    ratio,
    FormulaSymbol{"u_{i-1,j}", "left neighbour"},
    FormulaSymbol{"u_{i+1,j}", "right neighbour"},
    FormulaSymbol{"u_{i,j-1}", "upper neighbour"},
    FormulaSymbol{"u_{i,j+1}", "lower neighbour"}};
constexpr FormulaText scheme_text{
    "One step",
    R"(\sym{u'_{i,j}} = \sym{u_{i,j}} \allowbreak + \sym{r}\,\bigl(\sym{u_{i-1,j}} + )"
    R"(\sym{u_{i+1,j}} \allowbreak + \sym{u_{i,j-1}} + \sym{u_{i,j+1}} \allowbreak )"
    R"(- 4\,\sym{u_{i,j}}\bigr))",
    scheme_symbols};

constexpr std::array line_scheme_symbols{FormulaSymbol{"u'_{i}", "value of cell i after the step"},
                                         FormulaSymbol{"u_{i}", "value of cell i before the step"},
                                         ratio, FormulaSymbol{"u_{i-1}", "left neighbour"},
                                         FormulaSymbol{"u_{i+1}", "right neighbour"}};
constexpr FormulaText line_scheme_text{
    "One step",
    R"(\sym{u'_{i}} = \sym{u_{i}} \allowbreak + \sym{r}\,\bigl(\sym{u_{i-1}} + )"
    R"(\sym{u_{i+1}} \allowbreak - 2\,\sym{u_{i}}\bigr))",
    line_scheme_symbols};
constexpr std::array box_scheme_symbols{
    FormulaSymbol{"u'_{i,j,k}", "value of the cell in column i, row j, slice k after the step"},
    FormulaSymbol{"u_{i,j,k}", "value of the cell in column i, row j, slice k before the step"},
    ratio,
    FormulaSymbol{"u_{i-1,j,k}", "left neighbour"},
    FormulaSymbol{"u_{i+1,j,k}", "right neighbour"},
    FormulaSymbol{"u_{i,j-1,k}", "upper neighbour"},
    FormulaSymbol{"u_{i,j+1,k}", "lower neighbour"},
    FormulaSymbol{"u_{i,j,k-1}", "neighbour in the slice before"},
    FormulaSymbol{"u_{i,j,k+1}", "neighbour in the slice behind"}};
constexpr FormulaText box_scheme_text{
    "One step",
    R"(\sym{u'_{i,j,k}} = \sym{u_{i,j,k}} \allowbreak + \sym{r}\,\bigl(\sym{u_{i-1,j,k}} + )"
    R"(\sym{u_{i+1,j,k}} \allowbreak + \sym{u_{i,j-1,k}} + \sym{u_{i,j+1,k}} \allowbreak )"
    R"(+ \sym{u_{i,j,k-1}} + \sym{u_{i,j,k+1}} \allowbreak - 6\,\sym{u_{i,j,k}}\bigr))",
    box_scheme_symbols};

constexpr std::array step_ratio_symbols{ratio, diffusivity, time_step, cell_size};
constexpr FormulaText step_ratio_text{"Step ratio",
                                      R"(\sym{r} = \frac{\sym{\alpha}\,\sym{\Delta t}}{\sym{h}^2})",
                                      step_ratio_symbols};

constexpr FormulaSymbol north{"N", "value of the neighbour above"};
constexpr FormulaSymbol east{"E", "value of the neighbour to the right"};
constexpr FormulaSymbol south{"S", "value of the neighbour below"};
constexpr FormulaSymbol west{"W", "value of the neighbour to the left"};
constexpr std::array weights_symbols{
    next_value,
    ratio,
    north,
    east,
    south,
    west,
    FormulaSymbol{"(1 - 4r)",
                  "weight of the cell itself; below 0 past r = 1/4, where "
                  "the step is no longer a mean of the five values"},
    centre};
constexpr FormulaText weights_text{
    "One step as a weighted mean",
    R"(\sym{u'} = \sym{r}\,(\sym{N} + \sym{E} + \sym{S} + \sym{W}) \allowbreak + \sym{(1 - 4r)}\,\sym{u})",
    weights_symbols};

constexpr std::array line_weights_symbols{
    next_value,
    ratio,
    west,
    east,
    FormulaSymbol{"(1 - 2r)",
                  "weight of the cell itself; below 0 past r = 1/2, where "
                  "the step is no longer a mean of the three values"},
    centre};
constexpr FormulaText line_weights_text{
    "One step as a weighted mean",
    R"(\sym{u'} = \sym{r}\,(\sym{W} + \sym{E}) \allowbreak + \sym{(1 - 2r)}\,\sym{u})",
    line_weights_symbols};
constexpr std::array box_weights_symbols{
    next_value,
    ratio,
    north,
    east,
    south,
    west,
    FormulaSymbol{"U", "value of the neighbour in the slice before"},
    FormulaSymbol{"D", "value of the neighbour in the slice behind"},
    FormulaSymbol{"(1 - 6r)",
                  "weight of the cell itself; below 0 past r = 1/6, where "
                  "the step is no longer a mean of the seven values"},
    centre};
constexpr FormulaText box_weights_text{
    "One step as a weighted mean",
    R"(\sym{u'} = \sym{r}\,(\sym{N} + \sym{E} + \sym{S} + \sym{W} \allowbreak )"
    R"(+ \sym{U} + \sym{D}) \allowbreak + \sym{(1 - 6r)}\,\sym{u})",
    box_weights_symbols};

constexpr std::array amplification_symbols{factor, ratio, angle_x, angle_y};
constexpr FormulaText amplification_text{
    "Amplification factor of a wave",
    R"(\sym{g}(\sym{\theta_x}, \sym{\theta_y}) = 1 \allowbreak - 4\sym{r}\left(\sin^2\frac{\sym{\theta_x}}{2} + )"
    R"(\sin^2\frac{\sym{\theta_y}}{2}\right))",
    amplification_symbols};

constexpr std::array line_amplification_symbols{factor, ratio, angle_x};
constexpr FormulaText line_amplification_text{
    "Amplification factor of a wave",
    R"(\sym{g}(\sym{\theta_x}) = 1 \allowbreak - 4\sym{r}\,\sin^2\frac{\sym{\theta_x}}{2})",
    line_amplification_symbols};
constexpr std::array box_amplification_symbols{factor, ratio, angle_x, angle_y, angle_z};
constexpr FormulaText box_amplification_text{
    "Amplification factor of a wave",
    R"(\sym{g}(\sym{\theta_x}, \sym{\theta_y}, \sym{\theta_z}) = 1 \allowbreak - )"
    R"(4\sym{r}\,\Bigl(\sin^2\frac{\sym{\theta_x}}{2} + \sin^2\frac{\sym{\theta_y}}{2} )"
    R"(\allowbreak + \sin^2\frac{\sym{\theta_z}}{2}\Bigr))",
    box_amplification_symbols};

constexpr FormulaSymbol bound_ratio{
    "r_c", "bound of this grid, without a unit: the largest r at which no wave grows"};
constexpr FormulaSymbol shortest_x{
    "\\hat\\theta_x",
    "angle of the shortest wave along a row, radians per cell; given by the sides"};
constexpr FormulaSymbol shortest_y{
    "\\hat\\theta_y",
    "angle of the shortest wave down a column, radians per cell; given by the sides"};
constexpr FormulaSymbol shortest_z{
    "\\hat\\theta_z",
    "angle of the shortest wave through the slices, radians per cell; given by the sides"};
constexpr std::array bound_symbols{bound_ratio, shortest_x, shortest_y};
constexpr FormulaText bound_text{
    "Bound of this grid",
    R"(\sym{r_c} = \frac{1}{2\left(\sin^2\dfrac{\sym{\hat\theta_x}}{2} + )"
    R"(\sin^2\dfrac{\sym{\hat\theta_y}}{2}\right)})",
    bound_symbols};

constexpr std::array line_bound_symbols{bound_ratio, shortest_x};
constexpr FormulaText line_bound_text{
    "Bound of this grid", R"(\sym{r_c} = \frac{1}{2\,\sin^2\dfrac{\sym{\hat\theta_x}}{2}})",
    line_bound_symbols};
constexpr std::array box_bound_symbols{bound_ratio, shortest_x, shortest_y, shortest_z};
constexpr FormulaText box_bound_text{
    "Bound of this grid",
    R"(\sym{r_c} = \frac{1}{2\left(\sin^2\dfrac{\sym{\hat\theta_x}}{2} + )"
    R"(\sin^2\dfrac{\sym{\hat\theta_y}}{2} + \sin^2\dfrac{\sym{\hat\theta_z}}{2}\right)})",
    box_bound_symbols};

constexpr std::array wave_symbols{shortest, updated};
constexpr FormulaText walls_wave_text{"Shortest wave between fixed walls",
                                      R"(\sym{\hat\theta} = \frac{\sym{M}\,\pi}{\sym{M} + 1})",
                                      wave_symbols};
constexpr FormulaText insulated_wave_text{
    "Shortest wave between insulated sides",
    R"(\sym{\hat\theta} = \frac{(\sym{M} - 1)\,\pi}{\sym{M}})", wave_symbols};
constexpr FormulaText mixed_wave_text{
    "Shortest wave between a fixed wall and an insulated side",
    R"(\sym{\hat\theta} = \frac{(2\sym{M} - 1)\,\pi}{2\sym{M} + 1})", wave_symbols};
constexpr FormulaText periodic_wave_text{
    "Shortest wave of a periodic axis",
    R"(\sym{\hat\theta} = \begin{cases} \pi & \sym{M}\ \text{even} \\ )"
    R"((\sym{M} - 1)\,\pi / \sym{M} & \sym{M}\ \text{odd} \end{cases})",
    wave_symbols};

constexpr FormulaSymbol steps{"n", "number of steps"};
constexpr std::array growth_symbols{FormulaSymbol{"u_n", "amplitude of the wave after n steps"},
                                    FormulaSymbol{"u_0", "amplitude of the wave at the start"},
                                    factor, steps};
constexpr FormulaText growth_text{
    "Growth of a wave", R"(|\sym{u_n}| = |\sym{u_0}|\,|\sym{g}|^{\sym{n}})", growth_symbols};

constexpr std::array overflow_symbols{
    FormulaSymbol{"n_\\text{overflow}", "steps until the numbers overflow"},
    FormulaSymbol{"2^{126}",
                  "8.5 × 10³⁷, near which the sums of a step no longer fit a 32-bit number"},
    FormulaSymbol{"A", "amplitude of the fastest wave now, in the field's unit"}, factor};
constexpr FormulaText overflow_text{
    "Steps until the numbers overflow",
    R"(\sym{n_\text{overflow}} = \frac{\ln\bigl(\sym{2^{126}} / \sym{A}\bigr)}{\ln|\sym{g}|})",
    overflow_symbols};

constexpr std::array decay_symbols{rate, time_step};
constexpr FormulaText decay_text{"What the heat equation does to a wave in one step",
                                 R"(e^{-\sym{\lambda}\,\sym{\Delta t}})", decay_symbols};

constexpr std::array rate_symbols{rate, diffusivity, angle_x, angle_y, cell_size};
constexpr FormulaText rate_text{
    "Decay rate of a wave",
    R"(\sym{\lambda} = \sym{\alpha}\left[\left(\frac{\sym{\theta_x}}{\sym{h}}\right)^{\!2} + )"
    R"(\left(\frac{\sym{\theta_y}}{\sym{h}}\right)^{\!2}\right])",
    rate_symbols};

constexpr std::array line_rate_symbols{rate, diffusivity, angle_x, cell_size};
constexpr FormulaText line_rate_text{
    "Decay rate of a wave",
    R"(\sym{\lambda} = \sym{\alpha}\left(\frac{\sym{\theta_x}}{\sym{h}}\right)^{\!2})",
    line_rate_symbols};
constexpr std::array box_rate_symbols{rate, diffusivity, angle_x, angle_y, angle_z, cell_size};
constexpr FormulaText box_rate_text{
    "Decay rate of a wave",
    R"(\sym{\lambda} = \sym{\alpha}\left[\left(\frac{\sym{\theta_x}}{\sym{h}}\right)^{\!2} + )"
    R"(\left(\frac{\sym{\theta_y}}{\sym{h}}\right)^{\!2} + )"
    R"(\left(\frac{\sym{\theta_z}}{\sym{h}}\right)^{\!2}\right])",
    box_rate_symbols};

/// What a formula of the axes reads in one, two and three dimensions.
const FormulaText& of(int dimensions, const FormulaText& line, const FormulaText& plane,
                      const FormulaText& box) {
    return dimensions == 1 ? line : dimensions == 3 ? box : plane;
}

constexpr std::array refinement_symbols{ratio, diffusivity, time_step, cell_size};
constexpr FormulaText refinement_text{
    "Halving the cell size at the same time step",
    R"(\sym{r} = \frac{\sym{\alpha}\,\sym{\Delta t}}{\sym{h}^2}, \allowbreak\qquad )"
    R"(\sym{h} \to \frac{\sym{h}}{2} \allowbreak\quad \Rightarrow \quad \sym{r} \to 4\sym{r})",
    refinement_symbols};

}  // namespace

std::span<const StabilityFormula> stability_formulas() {
    return all;
}

FormulaText stability_formula(StabilityFormula which, int dimensions) {
    switch (which) {
        case StabilityFormula::scheme:
            return of(dimensions, line_scheme_text, scheme_text, box_scheme_text);
        case StabilityFormula::step_ratio:
            return step_ratio_text;
        case StabilityFormula::weights:
            return of(dimensions, line_weights_text, weights_text, box_weights_text);
        case StabilityFormula::amplification:
            return of(dimensions, line_amplification_text, amplification_text,
                      box_amplification_text);
        case StabilityFormula::bound:
            return of(dimensions, line_bound_text, bound_text, box_bound_text);
        case StabilityFormula::walls_wave:
            return walls_wave_text;
        case StabilityFormula::insulated_wave:
            return insulated_wave_text;
        case StabilityFormula::mixed_wave:
            return mixed_wave_text;
        case StabilityFormula::periodic_wave:
            return periodic_wave_text;
        case StabilityFormula::growth:
            return growth_text;
        case StabilityFormula::overflow_steps:
            return overflow_text;
        case StabilityFormula::continuous_decay:
            return decay_text;
        case StabilityFormula::decay_rate:
            return of(dimensions, line_rate_text, rate_text, box_rate_text);
        case StabilityFormula::refinement:
            break;
    }
    return refinement_text;
}

}  // namespace heatlab::ui
